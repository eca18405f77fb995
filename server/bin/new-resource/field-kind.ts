/** Kinds of field that a schema can tell; the console knows more (`src/kit/resource/resource.ts`), which are chosen by hand. */
export type FieldKind =
  | 'text'
  | 'choice'
  | 'choices'
  | 'flag'
  | 'instant'
  | 'number'
  | 'tags'
  | 'money'
  | 'phone'
  | 'person'
  | 'hash'
  | 'url'

/** Pixels to begin with; what is not here takes what is left. */
export const widths: Partial<Record<FieldKind, number>> = {
  choice: 140,
  choices: 200,
  flag: 120,
  instant: 176,
  number: 120,
  money: 140,
  phone: 150,
  person: 120,
  text: 160,
}
