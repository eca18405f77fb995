/*
 * Identity data are put into a service once, and led through everything that is done with them. What is looked for are
 * the places in which they stand; each that is right is named here with its reason, and all others are faults: whatever
 * is met elsewhere, and a place at which it is met no more.
 */

/** Columns of the database. */
export const columns: Record<string, string> = {
  'person.phone: phone': 'people sign in with it',
  'rate_window.bucket: phone': 'counts codes and passwords of a phone; swept after two days',
  'real_name.company: company': 'public data: staff find enterprises by it',
  'real_name.credit_code: uscc': 'public data: staff find enterprises by it',
  'real_name.name_masked: company': 'public data, shown as it is',
  'real_name.number_masked: uscc': 'public data, shown as it is',
  'evidence.statement: name': 'states whoever acted; of their number its mask',
  'evidence.statement: company': 'states the owner',
  'evidence.statement: uscc': 'states the owner',
}

/** Answers of the service. */
export const answers: Record<string, string> = {
  'GET /shimakaze/certify/info: name': 'to the person themselves',
  'GET /shimakaze/certify/info: birthday': 'to the person themselves',
  'GET /shimakaze/certify/info: company': 'to people of the enterprise',
  'GET /shimakaze/certify/info: uscc': 'to people of the enterprise',
  ...Object.fromEntries(
    ['idcard', 'name', 'birthday', 'birthdayInDigits', 'company', 'uscc', 'legalPerson'].map((what) => [
      `POST /shimakaze/operator/identity/*/reveal: ${what}`,
      'to staff who said why, on the record',
    ]),
  ),
  'GET /shimakaze/operator/identity: company': 'to staff: public data',
  'GET /shimakaze/operator/identity: uscc': 'to staff: public data',
  'POST /shimakaze/v1/attestation/info: company': 'to the owner: as the statement',
  'POST /shimakaze/v1/attestation/info: uscc': 'to the owner: as the statement',
  ...Object.fromEntries(
    [
      'POST /open-api/v1/package',
      'GET /shimakaze/attestation/trust/download/byte/*',
      'GET /shimakaze/share/*/package',
    ].flatMap((call) =>
      ['name', 'company', 'uscc'].map((what) => [`${call}: ${what}`, 'the package holds the statement']),
    ),
  ),
}
