import type { Locator, Page } from 'playwright-core';

/** A pointer that can be seen: a browser without a screen shows none. */
const POINTER = `
	addEventListener('mousemove', ({ clientX, clientY }) => {
		if (window !== top) return;
		let pointer = document.getElementById('film-pointer');
		if (!pointer) {
			pointer = document.createElement('div');
			pointer.id = 'film-pointer';
			pointer.style.cssText = 'position:fixed;z-index:2147483647;width:22px;height:22px;pointer-events:none;background:url("data:image/svg+xml,' +
				encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 22 22"><path d="M2 1l16 9-7 2-3 8z" fill="black" stroke="white" stroke-width="1.5"/></svg>') + '")';
			document.documentElement.append(pointer);
		}
		pointer.style.left = clientX - 2 + 'px';
		pointer.style.top = clientY - 1 + 'px';
	}, true);
`;

/** Does what a person does, at the pace of one who is watched. */
export class Hand {
	constructor(readonly page: Page) {}

	async appear(): Promise<void> {
		await this.page.addInitScript(POINTER);
	}

	async pause(seconds: number): Promise<void> {
		await this.page.waitForTimeout(seconds * 1000);
	}

	/** Moves to the middle of something, once it is there. */
	async point(at: Locator): Promise<void> {
		await at.waitFor();
		await at.scrollIntoViewIfNeeded();
		const box = await at.boundingBox();
		if (box) await this.page.mouse.move(box.x + Math.min(box.width / 2, 200), box.y + box.height / 2, { steps: 20 });
		await this.pause(0.6);
	}

	/** Scrolls to something, so that it stands in the middle of the picture. */
	async look(at: Locator): Promise<void> {
		await at.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'smooth' }));
		await this.pause(1);
	}

	async press(at: Locator): Promise<void> {
		await this.point(at);
		await at.click();
	}

	/** Writes into a field, in the place of what it holds. */
	async write(into: Locator, text: string): Promise<void> {
		await this.press(into);
		await into.fill('');
		await into.pressSequentially(text, { delay: 35 });
	}
}
