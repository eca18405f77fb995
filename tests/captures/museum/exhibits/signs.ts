import { exhibit, page, prose, rows } from '../exhibit.ts'

/** One line of each script for which fonts come along, in Chinese prose. */
const rare = `<h1>各族文字</h1><p dir="rtl">مرحبا بالعالم — ئۇيغۇرچە</p><p>བོད་ཡིག བཀྲ་ཤིས་བདེ་ལེགས།</p><p>ᠮᠣᠩᠭᠣᠯ ᠪᠢᠴᠢᠭ</p><p>ꆈꌠꁱꂷ</p>
<p>한국어 日本語 ไทย हिन्दी</p><p>🧾 👨‍👩‍👧 🏳️‍🌈 🇨🇳 😀 ❤️ ☎ ✓ ① ©</p><p>﨑 髙 㐀 𬬭</p>`

/** Han of extensions G and H, and a private sign. */
const unknown = '<p>\u{30000} \u{31350} \u{e7ff}</p>'

/** Pages with signs that few fonts have. */
export const signs = [
  exhibit('rare-signs', { items: 20, show: page(`${rare}${rows(1, 20)}`) }),
  exhibit('signs-no-font-has', {
    items: 40,
    told: ['signs-undrawn'],
    show: page(`${unknown}${rows(1, 40)}${prose(20)}`),
  }),
]
