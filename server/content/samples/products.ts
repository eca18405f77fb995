import type { Sample } from './sample.types.ts'

export const productSamples: readonly Sample[] = [
  {
    titleZh: '网页取证',
    titleEn: 'Web page capture',
    summaryZh: '输入网址，隔离的浏览器采集整页截图、网页存档与网络请求记录，并即时固化、加盖时间戳。',
    summaryEn:
      'Enter a URL: an isolated browser records the whole page and its network traffic, then seals and time-stamps it.',
    category: 'capture.web',
    link: '/registry',
  },
  {
    titleZh: '文件与哈希存证',
    titleEn: 'File and hash deposits',
    summaryZh: '上传原始文件，或只登记哈希而文件不出本机，留下可核验的时间证明。',
    summaryEn:
      'Upload an original, or deposit only its hash while the file stays with you, and get proof of time you can verify.',
    category: 'deposit.file',
    link: '/registry',
  },
  {
    titleZh: '证书与离线核验',
    titleEn: 'Certificates, offline checks',
    summaryZh: '带电子签章的存证证书与证据包，任何人都能用浏览器或通用工具独立核验。',
    summaryEn:
      'Signed certificates and packages that anyone can verify in a browser or with common tools, without the platform.',
    category: 'download',
    link: '/website-show/query',
  },
  {
    titleZh: '公证',
    titleEn: 'Notarization',
    summaryZh: '在线向公证处提交证据，回答询问、签署文书、支付公证费，随时查看进度。',
    summaryEn: 'Submit evidence to a notary office online, answer its questions, sign, pay, and follow every step.',
    link: '/registry',
  },
  {
    titleZh: '司法鉴定',
    titleEn: 'Forensic appraisal',
    summaryZh: '把证据交给鉴定机构，就同一性和真实性等问题，由两名鉴定人出具鉴定意见书。',
    summaryEn: 'Hand evidence to an institute, and two examiners report on whether it is genuine or the same.',
    link: '/registry',
  },
  {
    titleZh: '公章鉴定',
    titleEn: 'Seal appraisal',
    summaryZh: '比对检材与样本上的印文，由鉴定机构判断是否为同一枚公章所盖。',
    summaryEn:
      'An institute compares a questioned imprint with genuine samples to find out whether the same seal made both.',
    link: '/registry',
  },
]
