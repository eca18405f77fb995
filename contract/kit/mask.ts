/** A phone as others than its owner may read it: enough to tell one from another. */
export const maskPhone = (phone: string) => `${phone.slice(0, 3)}****${phone.slice(-4)}`
