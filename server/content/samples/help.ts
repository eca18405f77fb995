import { filmSamples } from './films.ts'
import type { Sample } from './sample.types.ts'

export const helpSamples: readonly Sample[] = [
  ...filmSamples,
  {
    titleZh: '网页取证：从网址到证据',
    titleEn: 'Capture a web page',
    category: 'GUIDE',
    contentZh: `<p>登录后打开<strong>网页取证</strong>，填入网址即可开始，每个网址生成一份独立的证据。没有账户请先<a href="/registry">注册</a>。</p>
<h3>步骤</h3>
<ol>
<li>每行填写一个网址；网址较多时，可用 Excel 表格批量提交。开始前会逐行检查。</li>
<li>选择页面视图（电脑或手机）、是否滚动加载整页，以及打开后等待几秒。</li>
<li>选择保全时机。“立即保全”直接成为证据；“预览后确认”先固化并加盖时间戳，再由您在提示的时限内确认或放弃。</li>
<li>点“开始取证”。状态变为“取证成功”后，可在“我的证据”中查看。</li>
</ol>
<h3>会留下什么</h3>
<p>整页截图、PDF、网页存档、网络请求记录、服务器地址与证书链、环境报告，都写入存证声明，一并固化。</p>
<blockquote>取证使用全新的浏览器，没有您的登录状态。登录后才能看到的内容，可自行录屏，再通过“文件存证”保全。</blockquote>`,
    contentEn: `<p>Log in, open <strong>Web pages</strong> and enter a URL. Each URL becomes its own piece of evidence.
If you don't have an account yet, <a href="/registry">register</a> first.</p>
<h3>Steps</h3>
<ol>
<li>Enter one URL per line, or upload an Excel sheet if you have many. Every line is checked before anything
starts.</li>
<li>Choose the view (desktop or phone), whether to scroll through the page, and how long to wait after loading.</li>
<li>Choose when to seal. “Immediately” makes it evidence right away. “Review first” seals and time-stamps the page, then
lets you confirm or discard it before the deadline shown.</li>
<li>Choose “Capture”. Once it's collected, you'll find it under “My evidence”.</li>
</ol>
<h3>What's kept</h3>
<p>The full-page screenshot, PDF, web archive, request log, server address, certificate chain and environment report.
They're all listed in the statement and sealed together.</p>
<blockquote>Captures use a fresh browser that isn't logged in anywhere. If a page needs a login, record your screen and
deposit the recording as a file.</blockquote>`,
  },
  {
    titleZh: '提交文件，或只登记哈希',
    titleEn: 'Deposit a file, or only its hash',
    category: 'GUIDE',
    contentZh: `<p>愿意把原件交给平台保存，用<strong>文件存证</strong>；文件暂时不便外传，用<strong>哈希存证</strong>。</p>
<h3>文件存证</h3>
<p>选择文件后，浏览器与平台分别计算哈希，一致才能提交，每个文件一份存证。上传中断后，重新选择同一个文件即可继续。</p>
<h3>哈希存证</h3>
<ol>
<li>选择文件，由浏览器计算哈希，文件不会上传；也可以直接填写 SHA-256。</li>
<li>提交登记，哈希随即加盖时间戳固化。请保管好原件，一个字节也不要改动。</li>
<li>需要出证时上传原件。与登记的哈希完全一致，才会出具存证证书和证据包，其中写明两个时间。</li>
</ol>`,
    contentEn: `<p>If the platform may keep the original, deposit the <strong>file</strong>. If the file mustn't leave
your computer for now, deposit its <strong>hash</strong>.</p>
<h3>Files</h3>
<p>Your browser and the platform each compute the hash, and you can deposit the file only if they match. Each file is
its own piece of evidence. If an upload is interrupted, choose the same file again to carry on.</p>
<h3>Hashes</h3>
<ol>
<li>Choose a file and your browser computes its hash without uploading it. You can also type in the SHA-256.</li>
<li>Deposit the hash. It's time-stamped and sealed. Keep the original safe and don't change a single byte.</li>
<li>When you need a certificate, upload the original. If it matches exactly, the platform issues a certificate and a
package that show both times.</li>
</ol>`,
  },
  {
    titleZh: '下载存证证书与证据包',
    titleEn: 'Download the certificate and package',
    category: 'GUIDE',
    contentZh: `<p>在“我的证据”中打开一份证据，即可下载证书 PDF 和证据包。<strong>请两样都保存</strong>：证书便于阅读，证据包含原始文件。</p>
<ul>
<li><strong>存证证书</strong>：带电子签章的 PDF，写明保全号、所有人、时间，以及每项证明依赖谁。</li>
<li><strong>证据包</strong>（.asice）：原始文件、存证声明、时间戳、证书与核验脚本。平台对下载收费的，每份只需支付一次。</li>
</ul>
<h3>交给别人</h3>
<p>可以创建分享链接，或生成六位提取码。对方凭保全号和提取码，在<a href="/website-show/query">核验证据</a>页下载证据包。</p>
<h3>核验</h3>
<p>把证据包拖入<a href="/website-show/query">核验证据</a>页，文件不会上传；也可以解压后离线运行其中的 verify.sh。</p>`,
    contentEn: `<p>Open a piece of evidence under “My evidence” to download its certificate (PDF) and package.
<strong>Keep both</strong>: the certificate is easy to read, and the package holds the original files.</p>
<ul>
<li><strong>Certificate</strong>: a signed PDF with the preservation number, the owner, the times, and whom each proof
depends on.</li>
<li><strong>Package</strong> (.asice): original files, statement, time-stamps, certificate and a verification script. If
your platform charges for downloads, you pay once for each package.</li>
</ul>
<h3>Hand it on</h3>
<p>Create a share link or a six-digit extraction code. With the number and the code, anyone can download the package on
the <a href="/website-show/query">check page</a>.</p>
<h3>Verify it</h3>
<p>Drop the package onto the <a href="/website-show/query">check page</a>. It isn't uploaded. Or unzip it and run
verify.sh offline.</p>`,
  },
  {
    titleZh: '为证据申请公证',
    titleEn: 'Request a notarization',
    category: 'GUIDE',
    contentZh: `<p>取证成功、原件齐全且证书已生成的证据，可以在<strong>司法服务</strong>的“公证”中提交给公证处。</p>
<ol>
<li>选择证据，再选择公证处和公证事项，回答表中的问题，保存草稿。</li>
<li>添加主体资格证明、利害关系证明等文件，核对内容后签署并提交。</li>
<li>公证处受理后会向您询问。请在线回答，并签署询问笔录。</li>
<li>签署告知书，支付公证费。公证书出具后，可在申请页面下载；选择邮寄的，另行寄出。</li>
</ol>
<p>公证处也可能要求补正、补充材料，或说明理由不予办理。每一步都会以消息通知您。</p>
<blockquote>提交后，公证处可以查看申请、文件和证据原件。能否受理、如何出证，由公证处依法决定；本文不是法律意见。</blockquote>`,
    contentEn: `<p>You can submit evidence that's collected and has its original and its certificate. Open
“Notarization” under <strong>Judicial services</strong>.</p>
<ol>
<li>Choose the evidence, a notary office and the matter. Answer the questions and save the draft.</li>
<li>Add the files the office asks for, such as proof of identity and of your interest. Check everything, sign and
submit.</li>
<li>Once the office accepts, it sends you questions. Answer them online and sign the record.</li>
<li>Sign the notice of rights and pay the fee. You can download the notarial certificate from the order's page once it's
issued. If you chose delivery by post, the office mails it too.</li>
</ol>
<p>The office may also ask for corrections or more material, or decline with a reason. We'll notify you at each
step.</p>
<blockquote>Once you submit, the office can see the request, its files and the original evidence. Whether to accept and
what to certify is the office's decision under the law. This isn't legal advice.</blockquote>`,
  },
  {
    titleZh: '充值与支付',
    titleEn: 'Top up and pay',
    category: 'GUIDE',
    contentZh: `<p>在<strong>费用中心</strong>点“充值”，填写金额，选择页面列出的支付方式，按提示完成付款。</p>
<ul>
<li><strong>在线支付</strong>：平台开通的微信支付或支付宝，付款后页面会自动更新。</li>
<li><strong>银行转账</strong>：先汇款，再登记并上传银行回单，工作人员核实到账后入账。</li>
</ul>
<h3>怎样扣费</h3>
<p>开始前会显示费用。金额先冻结，完成后扣除；失败或取消的自动退回。有可用套餐时先用套餐，其次用赠送金额。</p>
<p>每一次变动都列在账单中，也可以下载月度对账单，或<a href="/app/invoice">申请发票</a>。</p>`,
    contentEn: `<p>Open the <strong>Cost center</strong>, choose “Top up”, enter an amount and pick one of the ways to
pay that are shown.</p>
<ul>
<li><strong>Online</strong>: WeChat Pay or Alipay, whichever your platform offers. The page updates automatically once
you've paid.</li>
<li><strong>Bank transfer</strong>: send the money, then tell us and upload the bank's slip. Staff credit it once it's
arrived.</li>
</ul>
<h3>How you're charged</h3>
<p>You see the cost before anything starts. The amount is held first and collected on completion. If a capture fails or
is cancelled, the amount is returned automatically. Prepaid packages are used first, then gifts.</p>
<p>Every change is on your bill. You can also download monthly statements or <a href="/app/invoice">ask for an
invoice</a>.</p>`,
  },
  {
    titleZh: '存证证书能证明什么？',
    titleEn: 'What does a certificate prove?',
    category: 'QUESTION',
    contentZh: `<p><strong>它证明其中列明的文件在所示时间已经存在，此后没有改动，并写明是怎样取得的。</strong>它不证明内容属实。</p>
<ul>
<li><strong>已固化</strong>：哈希写入存证声明并加盖时间戳，依赖本平台的密钥与时钟。</li>
<li><strong>已载入日志</strong>：声明与时间戳的摘要进入只增不减的公开日志。日志本身不证明时间。</li>
<li><strong>第三方时间戳</strong>：有的话，由独立机构证明同一份清单当时已经存在。</li>
<li><strong>区块链锚定</strong>：有的话，证明日志检查点不晚于<a href="/chain">该区块</a>。</li>
</ul>
<p>每项证明依赖谁，证书上都有说明。仅凭证书不能核对原始文件，请连同证据包一起<a href="/website-show/query">核验</a>。</p>
<blockquote>证据能否采信、证明力大小，由法院、仲裁机构等依法判断。本文不是法律意见。</blockquote>`,
    contentEn: `<p><strong>It proves that the files it lists existed at the time shown and haven't changed since, and it
says how they were collected.</strong> It doesn't prove that what they say is true.</p>
<ul>
<li><strong>Sealed</strong>: the hashes are in a time-stamped statement. This rests on the platform's keys and
clock.</li>
<li><strong>Logged</strong>: digests of the statement and its time-stamp are in a public log that only grows. The log
alone doesn't prove a time.</li>
<li><strong>Third-party time-stamp</strong>, if present: an independent authority stamped the same list of files.</li>
<li><strong>Chain anchor</strong>, if present: a checkpoint of the log is no later than <a href="/chain">that
block</a>.</li>
</ul>
<p>The certificate says whom each proof depends on. To check the original files too,
<a href="/website-show/query">verify</a> the package as well.</p>
<blockquote>Courts and arbitrators decide whether to admit evidence and how much it weighs. This isn't legal
advice.</blockquote>`,
  },
  {
    titleZh: '证据可以删除吗？会保存多久？',
    titleEn: 'Can I delete evidence? How long is it kept?',
    category: 'QUESTION',
    contentZh: `<p><strong>已固化的证据不能删除，也不能修改；平台保存到证据保存期届满。</strong>保存期以<a href="/service-agreement">服务协议</a>及约定为准。</p>
<ul>
<li>不想在列表中看到，可以“隐藏”。证据仍被完整保存，用“已隐藏”筛选即可找到。</li>
<li>改名和修改标签只影响显示，已固化的内容不变，改动会留下记录。</li>
<li>尚在排队的取证可以取消；“预览后确认”的取证，确认前可以放弃，放弃后内容会被清除。</li>
<li>注销账户后，已固化的证据仍会保留，因为他人可能持有其证书，须能继续核验。</li>
</ul>
<p>建议出证后尽快下载证据包，并自行备份。它不依赖平台，离线也能核验。</p>`,
    contentEn: `<p><strong>No. Sealed evidence can't be deleted or changed, and it's kept until its retention period
ends.</strong> The <a href="/service-agreement">terms of service</a> and your agreement with the platform determine that
period.</p>
<ul>
<li>Hide evidence you don't want in your lists. It stays stored in full, and the “Hidden” filter finds it.</li>
<li>Renaming and labels change only what you see. The sealed content stays the same, and the change is on record.</li>
<li>You can cancel a capture that's still queued. A “Review first” capture can be discarded until you confirm it, and
what it collected is then deleted.</li>
<li>If you close your account, sealed evidence stays, because others may hold certificates they need to verify.</li>
</ul>
<p>Download the package as soon as the certificate is ready and keep a backup. You can verify it offline, without the
platform.</p>`,
  },
  {
    titleZh: '谁能看到我的证据？',
    titleEn: 'Who can see my evidence?',
    category: 'QUESTION',
    contentZh: `<p><strong>默认只有您的账户能看到。</strong>企业的子账户只看到自己取得的证据，除非主账户授予“查看全部证据”。</p>
<ul>
<li>持有分享链接的人可以看到证书，所有人名称会被遮盖；是否允许下载证据包，由您决定，链接可随时撤销。</li>
<li>知道保全号和提取码的人可以下载证据包，提取码有有效期，也可提前停用。</li>
<li>您提交司法服务申请后，办理机构可以查看申请中的证据原件。</li>
<li>任何人凭保全号与所有人名称，或凭同一份文件，可以在<a href="/website-show/query">核验证据</a>页查询是否有记录。</li>
</ul>
<p>公开日志只有摘要，没有内容。工作人员的页面不显示证据文件，但可以看到您随异常反馈提交的图片。</p>
<blockquote>平台保存的文件并非以只有您持有的密钥加密。特别敏感的文件，可以先做哈希存证，原件由您自己保管。</blockquote>`,
    contentEn: `<p><strong>Only your account, unless you share it.</strong> An enterprise's sub-accounts see what they
collected themselves, unless the owner lets them see all evidence.</p>
<ul>
<li>Anyone with a share link sees the certificate with the owner's name masked. You decide whether the link includes the
package, and you can revoke it at any time.</li>
<li>Anyone with the preservation number and extraction code can download the package until the code expires or you
deactivate it.</li>
<li>Once you submit a judicial request, the office can see the original evidence in it.</li>
<li>With the preservation number and the owner's name, or with the same file, anyone can look up whether there's a
record on the <a href="/website-show/query">check page</a>.</li>
</ul>
<p>The public log holds digests only. Staff pages don't show evidence files, but staff can see pictures you attach when
you report a problem.</p>
<blockquote>Files aren't encrypted with a key that only you hold. If a file is very sensitive, deposit its hash first
and keep the original yourself.</blockquote>`,
  },
  {
    titleZh: '网页取证为什么会失败？',
    titleEn: 'Why did my capture fail?',
    category: 'QUESTION',
    contentZh: `<p><strong>多数是因为网页打不开、需要登录，或超出了采集上限。</strong>证据页面会写明原因和下一步，失败的取证不收费。</p>
<h3>常见原因</h3>
<ul>
<li>网址有误或域名不存在：从浏览器地址栏复制完整网址，再重新提交。</li>
<li>网站拒绝连接、响应太慢或安全证书无效：先在自己的浏览器中确认可以访问，稍后重试。</li>
<li>页面空白，可能需要登录或拦截了自动访问：自行登录并录屏，再通过“文件存证”保全。</li>
<li>数据太多或占用内存太大：改为对更具体的页面取证。</li>
</ul>
<p>“部分取得”不是失败：证据已经形成，缺少什么写在页面和证书上。对结果有疑问，请在证据页面提交“异常反馈”。</p>`,
    contentEn: `<p><strong>Usually because the page couldn't be reached, needs a login or exceeds a limit.</strong> The
evidence page says why and what to do next. You aren't charged for a failed capture.</p>
<h3>Common reasons</h3>
<ul>
<li>The URL is wrong or the domain doesn't exist. Copy the full URL from your browser and submit it again.</li>
<li>The site refuses connections, is too slow or has an invalid certificate. Check that it opens in your own browser,
then retry later.</li>
<li>The page is blank. It may need a login or block automatic visits. Record your screen and deposit the file.</li>
<li>There's too much data or the page needs too much memory. Capture a more specific page.</li>
</ul>
<p>A partial capture isn't a failure: you have your evidence, and the page and certificate say what's missing. If
something looks wrong, choose “Report a problem” on the evidence page.</p>`,
  },
  {
    titleZh: '怎样申请发票？',
    titleEn: 'How do I get an invoice?',
    category: 'QUESTION',
    contentZh: `<p><strong>充值支付后，在费用中心的“发票”中申请。</strong>步骤也可以看<a href="/app/invoice">发票说明</a>。</p>
<ol>
<li>选择一笔或多笔已支付的充值。</li>
<li>选择发票抬头，或新增抬头并填写税号。</li>
<li>电子发票填写收票邮箱，纸质发票选择收件地址。提交后，开具时会通知您。</li>
</ol>
<p>赠送金额和已退款金额不开票。增值税专用发票需先完成企业认证。申请被驳回会说明原因，修改后可重新申请。</p>`,
    contentEn: `<p><strong>Once you've paid for a top-up, request it under “Invoices” in the Cost center.</strong>
You'll also find the steps on the <a href="/app/invoice">invoice page</a>.</p>
<ol>
<li>Choose one or more paid top-ups.</li>
<li>Choose an invoice header, or add one with its tax number.</li>
<li>For a digital invoice, enter an email address. For a paper one, choose a postal address. We'll tell you when it's
issued.</li>
</ol>
<p>Gifts and refunds aren't invoiced. A special VAT invoice needs a verified enterprise. If a request is refused, you'll
see why and can ask again.</p>`,
  },
  {
    titleZh: '开放接口：密钥与签名请求',
    titleEn: 'Open API: keys and signed requests',
    category: 'OPEN',
    contentZh: `<p>您的程序可以用 API 密钥签名请求，不必登录，就能取证、存证、查询状态、下载证书与证据包。</p>
<ol>
<li>在运行程序的服务器上生成 RSA 密钥对。私钥留在那里，不要交给任何人。</li>
<li>在账户设置的“API 密钥”中粘贴公钥，取得 Access Key；可以限定来源地址和有效期。</li>
<li>以 POST 提交表单：request_id、access_key、tonce、payload、signature。</li>
</ol>
<p>签名算法为 SHA256withRSA，对象是 POST、路径、request_id、access_key、tonce、payload 依次相连；tonce 与服务时间相差不超过 300 秒。</p>
<p>请求中带上 unique_id，相同内容重复提交也只办理一次。全部操作和字段见<a href="/docs">接口文档</a>。</p>`,
    contentEn: `<p>With an API key, your program can sign its requests instead of logging in. It can capture pages,
deposit files and hashes, query status, and download certificates and packages.</p>
<ol>
<li>Create an RSA key pair on the server that runs your program. The private key stays there. Never give it to
anyone.</li>
<li>Paste the public key under “API keys” in the account settings and copy the access key. You can restrict source
addresses and set an expiry.</li>
<li>POST a form with request_id, access_key, tonce, payload and signature.</li>
</ol>
<p>The signature is SHA256withRSA over POST, path, request_id, access_key, tonce and payload, joined in that order. The
tonce may differ from the service's time by up to 300 seconds.</p>
<p>Send a unique_id, and repeating the same request won't start anything twice. See the <a href="/docs">API
documentation</a> for every operation and field.</p>`,
  },
  {
    titleZh: '开放接口：接收回调',
    titleEn: 'Open API: receive callbacks',
    category: 'OPEN',
    contentZh: `<p>为密钥填写回调地址后，由它开始的证据每有变化，平台就向该地址发送已签名的通知，程序不必反复查询。</p>
<ul>
<li>地址须为公网 https。可以先在密钥的“回调”中发送一条试验通知。</li>
<li>通知的事项：等待确认、取证完成、证书与证据包就绪、取证失败、取证取消。</li>
<li>按 Standard Webhooks 规范，以页面上的公钥核验 webhook-signature，并拒收时间相差 5 分钟以上的通知。</li>
<li>在 10 秒内以 2xx 应答即为收到；其他应答会重试，约两天内共 10 次。</li>
</ul>
<p>通知可能重复或乱序到达：重复的以 webhook-id 识别，当前状态以查询结果为准。详见<a href="/docs">接口文档</a>。</p>
<p>示例目录中的 callback-receiver.mjs 可以直接运行。</p>`,
    contentEn: `<p>Give a key a callback address, and the platform sends it a signed notice whenever evidence begun with
that key changes. Your program doesn't have to keep asking.</p>
<ul>
<li>The address must be public and use https. You can send a trial first, under “Callbacks” of the key.</li>
<li>You're told when evidence awaits confirmation, is collected, has its certificate and package, fails or is
cancelled.</li>
<li>Verify webhook-signature with the public key shown there, following Standard Webhooks. Refuse notices whose time is
more than 5 minutes off.</li>
<li>Answer with 2xx within 10 seconds. Otherwise we retry, 10 times in about two days.</li>
</ul>
<p>Notices may arrive twice or out of order. Use webhook-id to spot repeats, and query for the current status. See the
<a href="/docs">API documentation</a>.</p>
<p>You can run callback-receiver.mjs from the examples folder as it is.</p>`,
  },
]
