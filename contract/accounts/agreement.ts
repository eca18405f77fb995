/** Which text of the agreement people consent to now; what they consented to stays with their account. */
export const agreementVersion = '2026-11'
