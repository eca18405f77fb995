/*
 * Signs that may stand in names: others read them in one line, beside words of ours.
 */

/** Line ends and other controls, and what turns the direction of text or cannot be seen: in a message it could pose as words of ours. */
const posing =
  /[\p{Cc}\u034f\p{Zl}\u17b4\u17b5\p{Zp}\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e007f}]/u
const everyPosing = new RegExp(posing, 'gu')

/** Text in one line of what can be seen: two that look alike are one and the same. Signs that join letters or pictures are no others. */
export const plainText = (text: string): boolean => !posing.test(text)

/** Joiners, marks and blanks alone are no name. */
export const isSeen = (text: string): boolean => /[^\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}]/u.test(text)

/** A name that a machine gave, without the signs that it must not have. */
export const withoutPosing = (text: string): string => text.replaceAll(everyPosing, '')

const kana = String.raw`[\p{Script=Katakana}\p{Script=Hiragana}\u30fc]`
/** Dots between the parts of a name, as keyboards and papers have them; between kana the katakana dot is Japanese, and stays. */
const dots = new RegExp(
  String.raw`[\u0387\u2022\u2024\u2027\u2219\u22c5]|(?<!${kana})[\u30fb\uff65]|[\u30fb\uff65](?!${kana})`,
  'gu',
)

/** 阿卜杜拉•买买提 and 阿卜杜拉‧买买提 as 阿卜杜拉·买买提. */
export const withOneDot = (name: string): string => name.replaceAll(dots, '·')

/** Names alike for people, to compare them. */
export const comparedName = (name: string): string =>
  withOneDot(withoutPosing(name))
    .normalize('NFKC')
    .replaceAll(/[\s\u200c\u200d]+/gu, '')
    .toLowerCase()
