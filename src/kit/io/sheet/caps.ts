/*
 * What a sheet may be before anybody looks at its rows. Each is told with its message, none is met by honest use: an
 * account keeps some thousand records, and a row some ten fields.
 */
export const mostBytes = 20 * 1024 * 1024
export const mostRows = 10_000
export const mostColumns = 60
export const mostCells = 500_000
export const mostMilliseconds = 20_000

/** What a workbook may unfold to: as much as its most cells need. */
export const mostUnpacked = 64 * 1024 * 1024
export const mostEntries = 200
/** The last row that may hold anything: empty rows are kept by the reader until it knows that nothing follows. */
export const lastRow = 2 * mostRows
/** Formats, sheets and relations, of which honest workbooks have some hundred. */
export const mostParts = 70_000
/** Characters of all cells together: one long text may stand in every cell and weigh nothing in the file. */
export const mostCharacters = 20_000_000
/** Characters of a cell; the longest field of any record is far shorter. */
export const longestCell = 4_000

const reasons = [
  'unreadable',
  'oldExcel',
  'encoding',
  'tooBig',
  'tooManyRows',
  'tooManyColumns',
  'tooManyCells',
  'tooSlow',
  'empty',
  'allHidden',
] as const
type Reason = (typeof reasons)[number]

/** Why a file cannot be read at all; words under `import.file.<reason>`. */
export class FileError extends Error {
  readonly reason: Reason
  /** Rows that are hidden, where all of them are. */
  readonly hidden: number

  constructor(reason: Reason, hidden = 0) {
    super(reason)
    this.reason = reason
    this.hidden = hidden
  }
}

/** The reason that a thread told, or that the file is none we know. */
export const reasonOf = (text: unknown): Reason => reasons.find((r) => r === text) ?? 'unreadable'
