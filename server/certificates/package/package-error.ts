export type PackageErrorCode = 'bad-path' | 'files-differ-from-statement' | 'file-differs'

/** A package that could not be written: what was handed in does not agree with the statement. */
export class PackageError extends Error {
  readonly code: PackageErrorCode

  constructor(code: PackageErrorCode, path = '') {
    super(path ? `${code}: ${path}` : code)
    this.code = code
  }
}
