/** Stand-in for the library `pluralize`, by which Refine makes up English names of resources: ours have words of their own. */
const asWritten = (word: string) => word
export default { plural: asWritten, singular: asWritten }
