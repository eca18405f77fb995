/** Specification §9: 24 hours after a timestamp in milliseconds. */
export const addDay = (timestamp: number): number => timestamp + 86_400_000
