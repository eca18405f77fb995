declare module 'pngjs' {
  /** The part of the decoder that tests use; the package brings no types. */
  export class PNG {
    readonly width: number
    readonly height: number
    /** Four bytes a pixel. */
    readonly data: Buffer
    static readonly sync: { read(file: Buffer): PNG; write(picture: PNG): Buffer }
    constructor(size?: { width: number; height: number })
  }
}
