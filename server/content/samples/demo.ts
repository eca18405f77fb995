import type { Sample } from './sample.types.ts'

const banners: readonly Sample[] = [
  {
    titleZh: '演示环境已就绪',
    titleEn: 'Your demo is ready',
    summaryZh: '用终端里显示的演示账户登录，取一份网页证据，再离线核验它的证据包。',
    summaryEn: 'Log in with a demo account from your terminal, capture a page, and verify its package offline.',
    category: 'HOME_TOP',
    link: '/login',
  },
]

const partners: readonly Sample[] = [
  {
    titleZh: '上海市明理公证处（演示）',
    titleEn: 'Mingli Notary Office (demo)',
    summaryZh: '演示用公证机构，受理公证与购买公证。',
    summaryEn: 'A notary office for this demo. It takes notarizations and purchases.',
  },
  {
    titleZh: '衡正司法鉴定所（演示）',
    titleEn: 'Hengzheng Institute (demo)',
    summaryZh: '演示用鉴定机构，受理司法鉴定与公章鉴定。',
    summaryEn: 'An institute for this demo. It takes forensic and seal appraisals.',
  },
]

/** For a local installation alone: it says that it is one. */
export const demoSamples = { banners, partners }
