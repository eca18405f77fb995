const ofKind = /^kind-/

/**
 * Words of one kind of evidence stand in a file of its own, `kind-<kind>.json`, under the names of the files
 * that everybody reads them from: `{ "evidence": { … }, "captures": { … } }`. These are joined to what stands there.
 */
export const kindWords = (files: Record<string, object>): [namespace: string, words: object][] =>
  Object.entries(files).flatMap(([file, words]) =>
    ofKind.test(file) ? Object.entries(words as Record<string, object>) : [],
  )
