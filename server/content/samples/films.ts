import type { Sample } from './sample.types.ts'

/** Help that shows films of the product itself. */
export const filmSamples: readonly Sample[] = [
  {
    titleZh: '网页取证与存证证书',
    titleEn: 'Capture a page and read its certificate',
    category: 'VIDEO',
    film: 'CAPTURE',
    contentZh: `<p>演示从填写网址到打开存证证书的全过程。视频没有声音，画面下方有文字说明：</p>
<ol>
<li>打开“网页取证”，填写网址，点“开始取证”。</li>
<li>平台用全新的浏览器打开网页，采集完成立即固化。</li>
<li>在“我的证据”中打开这份证据，查看整页截图与存证声明。</li>
<li>下载存证证书，证书上有保全编号、摘要值和时间戳。</li>
</ol>`,
    contentEn: `<p>From entering a URL to opening the certificate. The video has no sound; captions below the picture say what
happens:</p>
<ol>
<li>Open “Web pages”, enter the URL and choose “Capture”.</li>
<li>A fresh browser opens the page. The evidence is sealed as soon as it's collected.</li>
<li>Open it under “My evidence” to see the full-page screenshot and the statement.</li>
<li>Download the certificate. It has the preservation number, the hashes and the time-stamp.</li>
</ol>`,
  },
  {
    titleZh: '核验证据',
    titleEn: 'Verify evidence',
    category: 'VIDEO',
    film: 'VERIFY',
    contentZh: `<p>演示任何人怎样在网站上核验证据，无需登录。视频没有声音，画面下方有文字说明：</p>
<ol>
<li>打开“核验证据”页面，选择“用文件核验”。</li>
<li>选择收到的证据包或存证证书，文件只在您的浏览器中计算，不会上传。</li>
<li>查看报告：签名、时间戳和公开日志逐项给出结果。</li>
</ol>`,
    contentEn: `<p>How anyone can check evidence on the website, without logging in. The video has no sound; captions below the
picture say what happens:</p>
<ol>
<li>Open “Check evidence” and choose “By file”.</li>
<li>Select the package or the certificate you received. It's read in your browser and never uploaded.</li>
<li>Read the report. Signature, time-stamp and public log each have their own result.</li>
</ol>`,
  },
]
