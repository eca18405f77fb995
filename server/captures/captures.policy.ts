/**
 * Whether only verified persons may collect. Off until identities can be verified: a rule that nobody could
 * satisfy would stop everything. Certificates say "identity not verified" meanwhile.
 */
export const captureRequiresRealName: boolean = false
