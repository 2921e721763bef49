import { Component, createRef, h } from './preact.mjs';
import uPlot from './uplot.mjs';

const HEIGHT = 180;

/** The current colour of a name in the style sheet, light or dark. */
function colourOf(host, name) {
	host.style.color = `var(${name})`;
	return getComputedStyle(host).color;
}

/** Each row plus all rows after it. Drawn in this order, one in front of the other, they form a stack. */
const stacked = (rows) =>
	rows.map(({ calls }, place) => calls.map((_, step) => rows.slice(place).reduce((sum, row) => sum + row.calls[step], 0)));

function options(host, { from, stepMs, rows }, timeZone) {
	const quiet = colourOf(host, '--quiet');
	const line = { stroke: colourOf(host, '--line'), width: 1 };
	const paths = uPlot.paths.bars({ size: [0.9, 40], align: 1 });
	const time = { timeZone, hour: '2-digit', minute: '2-digit', hour12: false, ...(stepMs < 60_000 && { second: '2-digit' }) };
	const clock = (_, moments) => moments.map((at) => new Date(at * 1000).toLocaleTimeString([], time));
	const [{ calls }] = rows;
	return {
		width: host.clientWidth,
		height: HEIGHT,
		legend: { show: false },
		cursor: { show: false },
		scales: {
			x: { range: [from / 1000, (from + stepMs * calls.length) / 1000] },
			y: { range: (_chart, _least, most) => [0, Math.max(5, most * 1.1)] },
		},
		axes: [
			{ stroke: quiet, grid: { show: false }, ticks: line, values: clock, space: 90 },
			{ stroke: quiet, grid: line, ticks: line, size: 45, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000] },
		],
		series: [{}, ...rows.map((_, place) => ({ paths, width: 0, points: { show: false }, fill: colourOf(host, `--series-${place}`) }))],
	};
}

/** Bars of calls over time, with a colour for each caller. The page shows the same numbers as text beside it. */
export class Chart extends Component {
	host = createRef();

	draw = () => {
		const { current: host } = this.host;
		const { spending, zone } = this.props;
		const moments = spending.rows[0].calls.map((_, step) => (spending.from + step * spending.stepMs) / 1000);
		this.chart?.destroy();
		this.chart = new uPlot(options(host, spending, zone), [moments, ...stacked(spending.rows)], host);
	};

	componentDidMount() {
		this.draw();
		this.theme = matchMedia('(prefers-color-scheme: dark)');
		this.theme.addEventListener('change', this.draw);
		addEventListener('resize', this.draw);
	}

	shouldComponentUpdate({ spending }) {
		return JSON.stringify(spending) !== JSON.stringify(this.props.spending);
	}

	componentDidUpdate() {
		this.draw();
	}

	componentWillUnmount() {
		this.theme.removeEventListener('change', this.draw);
		removeEventListener('resize', this.draw);
		this.chart.destroy();
	}

	render({ label }) {
		return h('div', { ref: this.host, role: 'img', 'aria-label': label, class: 'chart' });
	}
}
