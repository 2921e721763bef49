import { createVerify, generateKeyPairSync } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import type { OutsideAnswer, OutsideRequest, StandIn } from './outside.mts';

type Cell = string | number | boolean;

const ACCOUNT = 'n8n@club.iam.gserviceaccount.com';

const TOKEN = 'token-of-the-sheet';

const SPREADSHEET = '/v4/spreadsheets/spreadsheet-of-the-club';

const refused = (code: number, message: string): OutsideAnswer => ({ status: code, body: { error: { code, message } } });

/** What a cell shows when this is typed into it: a text that begins so is a formula then. */
const typed = (value: Cell): Cell => (/^[=+]/.test(String(value)) ? '#ERROR!' : value);

/**
 * A spreadsheet with one sheet, as Google's Sheets API v4 has it (developers.google.com/workspace/sheets/api/reference/rest), and the
 * token for a service account (developers.google.com/identity/protocols/oauth2/service-account#httprest).
 */
export class GoogleSheets implements StandIn {
	readonly hosts = ['sheets.googleapis.com', 'oauth2.googleapis.com'];
	/** The cells, row by row from the first. */
	rows: Cell[][] = [];
	/** How many rows the sheet has, those without a value included. */
	rowCount = 1_000;
	private readonly keys = generateKeyPairSync('rsa', { modulusLength: 2048 });

	/** The entries of a credential of the service account. */
	get credential(): IDataObject {
		return { email: ACCOUNT, privateKey: this.keys.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string };
	}

	/** What a person chooses in the lists of the node. */
	readonly chosen = { documentId: SPREADSHEET.split('/').at(-1)!, sheetName: 'gid=0' };

	answer({ method, path, query, body, headers }: OutsideRequest): OutsideAnswer | undefined {
		const call = `${method} ${path.replace(SPREADSHEET, '')}`;
		if (call === 'POST /token') return this.token(body);
		if (headers.authorization !== `Bearer ${TOKEN}`) return refused(401, 'Request had invalid authentication credentials.');
		if (call === 'GET ') return { body: { sheets: [{ properties: this.properties }] } };
		if (call === "GET /values/'Members'") return this.read(query.valueRenderOption === 'FORMATTED_VALUE');
		if (call === 'POST /values:batchUpdate') return this.writeCells(body);
		if (call === 'POST :batchUpdate') return this.change(body.requests as IDataObject[]);
		const [, first] = /^PUT \/values\/Members!(\d+):\d+$/.exec(call) ?? [];
		return first ? this.writeRows(Number(first), body.values as Cell[][], query.valueInputOption) : undefined;
	}

	private get properties() {
		return { sheetId: 0, title: 'Members', index: 0, sheetType: 'GRID', gridProperties: { rowCount: this.rowCount, columnCount: 26 } };
	}

	private token({ grant_type: grant, assertion }: IDataObject): OutsideAnswer | undefined {
		const [head, claims, signature] = String(assertion).split('.');
		const isSigned = createVerify('RSA-SHA256').update(`${head}.${claims}`).verify(this.keys.publicKey, signature, 'base64url');
		const { iss } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as IDataObject;
		if (grant !== 'urn:ietf:params:oauth:grant-type:jwt-bearer' || !isSigned || iss !== ACCOUNT)
			return { status: 400, body: { error: 'invalid_grant' } };
		return { body: { access_token: TOKEN, expires_in: 3599, token_type: 'Bearer' } };
	}

	/** Without the empty cells at the end of a row, and without the empty rows at the end. */
	private read(asShown: boolean): OutsideAnswer {
		const values = this.rows.map((row) => row.slice(0, row.findLastIndex((cell) => (cell ?? '') !== '') + 1));
		values.length = values.findLastIndex((row) => row.length > 0) + 1;
		const shown = values.map((row) => Array.from(row, (cell) => (asShown ? String(cell ?? '') : (cell ?? ''))));
		return { body: { range: 'Members!A1:Z1000', majorDimension: 'ROWS', ...(shown.length > 0 && { values: shown }) } };
	}

	private put(row: number, column: number, value: Cell, option: unknown): void {
		this.rows[row] ??= [];
		this.rows[row][column] = option === 'USER_ENTERED' ? typed(value) : value;
	}

	private writeCells({ data, valueInputOption }: IDataObject): OutsideAnswer {
		for (const { range, values } of data as Array<{ range: string; values: Cell[][] }>) {
			const [, column, row] = /^Members!([A-Z])(\d+)$/.exec(range)!;
			this.put(Number(row) - 1, column.charCodeAt(0) - 65, values[0][0], valueInputOption);
		}
		return { body: { totalUpdatedCells: (data as IDataObject[]).length } };
	}

	private writeRows(first: number, values: Cell[][], option: string): OutsideAnswer {
		if (first > this.rowCount) return refused(400, `Range (Members!${first}) exceeds grid limits. Max rows: ${this.rowCount}`);
		for (const [place, row] of values.entries())
			for (const [column, value] of row.entries()) this.put(first - 1 + place, column, value, option);
		this.rowCount = Math.max(this.rowCount, this.rows.length);
		return { body: { updatedRows: values.length } };
	}

	private change(requests: IDataObject[]): OutsideAnswer | undefined {
		for (const { appendDimension, deleteDimension, ...others } of requests) {
			if (Object.keys(others).length > 0) return undefined;
			if (appendDimension) this.rowCount += Number((appendDimension as IDataObject).length);
			if (!deleteDimension) continue;
			const { startIndex, endIndex } = (deleteDimension as { range: { startIndex: number; endIndex: number } }).range;
			this.rows.splice(startIndex, endIndex - startIndex);
			this.rowCount -= endIndex - startIndex;
		}
		return { body: { replies: requests.map(() => ({})) } };
	}
}
