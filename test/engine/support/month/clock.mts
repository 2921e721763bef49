/** Gives the process clocks that only `setClock` moves. Timers keep the real time. */
let now = Date.now();

export const setClock = (moment: number): void => {
	now = moment;
};

const Real = Date;

globalThis.Date = new Proxy(Real, {
	apply: () => new Real(now).toString(),
	construct: (target, values: [], newTarget) => Reflect.construct(target, values.length > 0 ? values : [now], newTarget) as object,
}) as DateConstructor;
Real.now = () => now;
performance.now = () => now;
Real.prototype.constructor = Date;
