/** Lawyers whom a local installation shows: invented, and called so. */
export const lawyerSamples = {
  fields: [
    { fieldZh: '著作权', fieldEn: 'Copyright' },
    { fieldZh: '商标与不正当竞争', fieldEn: 'Trademarks and competition' },
    { fieldZh: '名誉与人格权', fieldEn: 'Reputation and personality' },
    { fieldZh: '电子商务合同', fieldEn: 'E-commerce contracts' },
  ],
  lawyers: [
    {
      name: '林若溪（演示）',
      firm: '明理律师事务所（演示）',
      regionCode: '310104',
      licenceNo: '演示-0001',
      sinceYear: 2009,
      practice: ['著作权', '商标与不正当竞争'],
      intro: '演示用律师。长期办理网络著作权与商标案件，熟悉电子数据的固化与质证。\n\n提交问题后，平台工作人员会转达。',
      cases: '某图片库诉某自媒体侵害作品信息网络传播权\n某茶饮品牌商标侵权与不正当竞争',
    },
    {
      name: '周慎之（演示）',
      firm: '衡正律师事务所（演示）',
      regionCode: '110108',
      licenceNo: '演示-0002',
      sinceYear: 2015,
      practice: ['名誉与人格权', '电子商务合同'],
      intro: '演示用律师。关注短视频与社交平台上的名誉侵权、电商合同争议。',
      cases: '某主播名誉权纠纷\n某店铺与供货方的买卖合同纠纷',
    },
  ],
} as const
