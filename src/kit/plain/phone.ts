const forms = [/^(1\d\d)(\d{4})(\d{4})$/, /^(0(?:10|2\d|[3-9]\d\d))(\d{3,4})(\d{4})$/, /^(400)(\d{3})(\d{4})$/]

/** The digits of a number in the groups in which people say them; one that is written with dashes has its own. */
export function phoneGroups(phone: string): string[] {
  const [, ...groups] = forms.map((form) => form.exec(phone)).find(Boolean) ?? [phone, phone]
  return groups
}

/** What a telephone dials; undefined where digits are hidden or it is no number. */
export function phoneLink(phone: string): string | undefined {
  const [, digits, extension] =
    /^(\d[\d-]{6,12}?)(?:-(\d{1,6}))?$/.exec(phone.startsWith('0') ? phone : phone.replaceAll('-', '')) ?? []
  return digits && `tel:${digits.replaceAll('-', '')}${extension ? `;ext=${extension}` : ''}`
}
