import type { Sample } from './sample.types.ts'

export const newsSamples: readonly Sample[] = [
  {
    titleZh: '电子数据是否真实，法院会看什么',
    titleEn: 'What courts look at in electronic data',
    category: 'LAW',
    summaryZh:
      '民事诉讼证据规定第九十三条、第九十四条列出了判断电子数据真实性的因素。了解它们，有助于在取证时就把材料准备完整。',
    summaryEn: 'Articles 93 and 94 of the rules on civil evidence list what matters. Knowing them helps you prepare.',
    contentZh: `<p>《最高人民法院关于民事诉讼证据的若干规定》第九十三条、第九十四条，对如何判断电子数据的真实性作了规定。以下是便于理解的概括。</p>
<h3>综合判断的因素（第九十三条）</h3>
<ul>
<li>生成、存储、传输所依赖的软硬件环境是否完整、可靠，是否正常运行，有没有防止出错的监测和核查手段；</li>
<li>电子数据是否被完整地保存、传输、提取，方法是否可靠，主体是否适当；</li>
<li>是否在正常的往来活动中形成和存储，以及其他影响完整性和可靠性的因素。</li>
</ul>
<p>法院认为有必要的，可以通过鉴定或者勘验等方法，审查判断电子数据的真实性。</p>
<h3>可以确认真实性的情形（第九十四条）</h3>
<p>例如由记录和保存电子数据的中立第三方平台提供或者确认的，或者在正常业务活动中形成的，但有足以反驳的相反证据的除外。内容经公证机关公证的，法院应当确认其真实性，但有相反证据足以推翻的除外。</p>
<p>本平台的网页取证会一并保存环境报告、操作记录、网络请求记录和文件哈希，供审查采集过程之用。是否符合上述条件，由法院结合案情判断。</p>
<blockquote>本文仅作一般介绍，不是法律意见。请以法律和司法解释的正式文本为准，具体问题请咨询律师。</blockquote>`,
    contentEn: `<p>Articles 93 and 94 of the Supreme People's Court's Several Provisions on Evidence in Civil
Proceedings deal with whether electronic data is authentic. Here's a plain summary.</p>
<h3>What's weighed together (Article 93)</h3>
<ul>
<li>Whether the hardware and software behind the data were complete and reliable and ran normally, and whether there
were means to monitor and check for errors.</li>
<li>Whether the data was kept, transmitted and extracted completely, by reliable methods and by a suitable party.</li>
<li>Whether it was formed and stored in normal dealings, and whatever else affects its integrity and reliability.</li>
</ul>
<p>If a court considers it necessary, it can also examine authenticity by means such as appraisal or inspection.</p>
<h3>When a court may confirm authenticity (Article 94)</h3>
<p>Examples are data that a neutral third-party platform recorded and kept, and now provides or confirms, and data
formed in normal business, unless there's sufficient evidence to the contrary. If a notary has notarized the content,
the court should confirm its authenticity, unless contrary evidence is enough to overturn it.</p>
<p>Our web page captures keep the environment report, operation log, request log and file hashes, so that others can
examine how they were made. Whether that meets these conditions is for the court to decide in each case.</p>
<blockquote>This is general information, not legal advice. Rely on the official texts, and ask a lawyer about your own
case.</blockquote>`,
  },
  {
    titleZh: '区块链存证与电子签名：相关条文怎么读',
    titleEn: 'Blockchain storage and e-signatures: a reading guide',
    category: 'LAW',
    summaryZh: '在线诉讼规则第十六条至第十九条讲区块链存储的电子数据，电子签名法第十三条、第十四条讲可靠的电子签名。',
    summaryEn: 'Articles 16–19 of the Online Litigation Rules and 13–14 of the Electronic Signature Law, in short.',
    contentZh: `<p>《人民法院在线诉讼规则》第十六条至第十九条，专门规定了通过区块链技术存储的电子数据。《电子签名法》则规定了电子签名的效力。</p>
<h3>上链之后（第十六条、第十七条）</h3>
<p>经技术核验一致的，法院可以认定电子数据上链后未经篡改，但有相反证据足以推翻的除外。对方有合理理由提出异议的，法院会结合存证平台是否合规、当事人与平台有无利害关系并借技术手段不当干预、系统和技术过程是否符合标准等因素判断。</p>
<h3>上链之前（第十八条）</h3>
<p>对方提出数据上链前就不真实，并提供证据或者说明理由的，法院应当审查，并可要求提交方证明上链前的真实性。数据的来源、生成机制、存储过程，以及公证、第三方见证和关联印证的数据，都在考虑之列。</p>
<h3>专业意见与电子签名</h3>
<p>依第十九条，当事人可以申请有专门知识的人就技术问题提出意见；法院可以委托鉴定，或者调取其他证据核对。《电子签名法》第十三条列出了可靠的电子签名的条件，第十四条规定，可靠的电子签名与手写签名或者盖章具有同等的法律效力。</p>
<blockquote>本平台的日志本身不是区块链；启用锚定时，日志检查点会写入公开的<a href="/chain">区块链</a>。证据能否适用上述条文，由法院判断。本文不是法律意见，请以正式文本为准。</blockquote>`,
    contentEn: `<p>Articles 16 to 19 of the People's Courts' Online Litigation Rules deal with electronic data stored by
blockchain technology. The Electronic Signature Law deals with the effect of signatures.</p>
<h3>After data is on a chain (Articles 16 and 17)</h3>
<p>If technical verification shows a match, a court may find that the data wasn't tampered with since, unless contrary
evidence is enough to overturn it. If the other side objects with good reason, the court considers, among other factors,
whether the platform follows the relevant rules, whether a party has ties to it and used technical means to interfere,
and whether systems and methods meet standards.</p>
<h3>Before it was on a chain (Article 18)</h3>
<p>If the other side says that the data was already untrue, with evidence or reasons, the court should examine this. It
may ask for proof of the time before, and considers the source, how the data was generated and stored, notarization,
third-party witnesses and related data.</p>
<h3>Expert views and signatures</h3>
<p>Under Article 19, a party can ask for someone with special knowledge to comment on technical questions. The court can
also order an appraisal or obtain other evidence to compare. Article 13 of the Electronic Signature Law lists what makes
a signature reliable. Under Article 14, a reliable electronic signature has the same legal effect as a handwritten
signature or a seal.</p>
<blockquote>Our log itself isn't a blockchain. Where anchoring is on, its checkpoints are written to a public
<a href="/chain">chain</a>. Whether these articles apply to a piece of evidence is for the court to decide. This isn't
legal advice: rely on the official texts.</blockquote>`,
  },
  {
    titleZh: '证据包自带核验脚本：离线也能逐项核验',
    titleEn: 'Packages you can verify offline',
    category: 'PRODUCT',
    summaryZh:
      '证据包里有原始文件、存证声明、时间戳、证书和核验脚本。只需通用工具，不依赖本平台，就能知道内容有没有被改动。',
    summaryEn: "Each package holds originals, proofs and a script. Common tools are enough, and you don't need us.",
    contentZh: `<p>一份证据交出去之后，对方最关心的往往是：凭什么相信它没有被改过？证据包的回答是：您可以自己算一遍。</p>
<h3>包里有什么</h3>
<ul>
<li>原始文件：网页取证为截图、PDF、网页存档和请求记录等，文件存证为您提交的原件；</li>
<li>存证声明：列出每个文件的 SHA-256 与 SM3；</li>
<li>RFC 3161 时间戳、平台签章、日志证明、存证证书和 verify.sh。</li>
</ul>
<h3>三种核验方式</h3>
<ol>
<li>浏览器：把证据包拖入<a href="/website-show/query">核验证据</a>页，在本机逐项验算，文件不会上传；</li>
<li>脚本：解压后运行 verify.sh，需要 sh、OpenSSL 3、sha256sum 和 base64；</li>
<li>程序：从本站下载 <a href="/verify.mjs">verify.mjs</a>，在 Node 20 或更新版本上运行。</li>
</ol>
<p>证据包中的文件改动一个字节，核验就不会通过。结果会逐项写明证明了什么、依赖谁；需要更独立的结论，请使用您自己取得的根证书。</p>
<blockquote>核验说明数据何时存在、此后有无改动，不说明内容是否真实。</blockquote>`,
    contentEn: `<p>When you hand over evidence, the other side asks why they should believe that nobody changed it. With
a package, they can compute the answer themselves.</p>
<h3>What's in it</h3>
<ul>
<li>Original files: for a web page the screenshot, PDF, web archive and request log; for a deposit, the file you
sent.</li>
<li>The statement, with SHA-256 and SM3 of every file.</li>
<li>The RFC 3161 time-stamp, the platform's seal, the log proof, the certificate and verify.sh.</li>
</ul>
<h3>Three ways to verify</h3>
<ol>
<li>Browser: drop the package onto the <a href="/website-show/query">check page</a>. Your own computer does the work and
nothing is uploaded.</li>
<li>Script: unzip it and run verify.sh. It needs sh, OpenSSL 3, sha256sum and base64.</li>
<li>Program: download <a href="/verify.mjs">verify.mjs</a> from this site and run it on Node 20 or newer.</li>
</ol>
<p>Change a single byte of a file in the package and verification fails. The result says what each proof shows and whom
it depends on. For a more independent result, bring root certificates you obtained yourself.</p>
<blockquote>Verification tells when data existed and whether it's changed since, not whether what it says is
true.</blockquote>`,
  },
  {
    titleZh: '哈希存证：文件不出本机，先固化时间',
    titleEn: 'Hash deposits: the file stays with you',
    category: 'PRODUCT',
    summaryZh: '未公开的设计稿、合同、源代码，暂时不便交给任何人？可以先登记哈希；需要证书时再上传原件核对。',
    summaryEn: 'Seal the hash of a confidential file now, and upload the original only when you need a certificate.',
    contentZh: `<p>有些文件需要尽早留下时间证明，又不便离开自己的电脑。哈希存证就是为此准备的：平台只收到哈希和您填写的信息，收不到文件。</p>
<h3>怎样使用</h3>
<ol>
<li>在“哈希存证”中选择文件，浏览器在本机计算哈希，文件不会上传；</li>
<li>提交登记，平台为哈希出具存证声明并加盖时间戳；</li>
<li>需要出证时上传原件，哈希完全一致，才出具存证证书和证据包。</li>
</ol>
<h3>证明了什么</h3>
<p>证书写明两个时间：哈希在首次登记时已经存在，与之一致的原件在上传时已经存在。首次声明及其时间戳始终不变，两者都装入证据包。</p>
<p>原件到达之前不出具证书，因为仅凭一串字符，谁也无法比对任何文件。</p>
<blockquote>请保存登记时的那个文件。重新导出、转换格式或再次编辑，都会得到不同的哈希。操作步骤见控制台；没有账户请先<a href="/registry">注册</a>。</blockquote>`,
    contentEn: `<p>Some files need proof of time early but mustn't leave your computer. That's what hash deposits are
for. The platform receives the hash and what you fill in, but never the file.</p>
<h3>How it works</h3>
<ol>
<li>Choose a file under “Hashes”. Your browser computes the hash without uploading anything.</li>
<li>Deposit it. The platform writes a statement about the hash and time-stamps it.</li>
<li>When you need a certificate, upload the original. The certificate and package are issued only if it matches
exactly.</li>
</ol>
<h3>What it proves</h3>
<p>The certificate shows two times: the hash existed when you deposited it, and an original that matches existed when
you uploaded it. The first statement and its time-stamp never change, and the package holds both statements.</p>
<p>There's no certificate before the original is here, because nobody can compare a file with a string of characters
alone.</p>
<blockquote>Keep the exact file you deposited. If you export, convert or edit it again, it'll have a different hash. If
you don't have an account yet, <a href="/registry">register</a> first.</blockquote>`,
  },
  {
    titleZh: '使用提示：保管好证据包、提取码与私钥',
    titleEn: 'Keep your packages, codes and keys safe',
    category: 'NOTICE',
    summaryZh: '出证后请尽快下载证据包并备份；提取码和分享链接只交给需要的人；核验程序请从本站获取。',
    summaryEn: 'Download and back up packages, share codes with care, and get verification programs from this site.',
    contentZh: `<p>为了让您的证据在需要时拿得出、核得清，请留意以下几点。</p>
<h3>证据包与原件</h3>
<p>证书生成后，请尽快下载证据包，并在另一处备份。平台启用第三方时间戳或区块链锚定的，证明稍后补入；重新下载即可得到新的版本。</p>
<h3>提取码与分享链接</h3>
<p>提取码和分享链接只交给需要的人。允许下载的链接包含全部原始文件；不再需要时，请及时撤销链接或停用提取码。</p>
<h3>密码与私钥</h3>
<p>建议开启两步验证。API 私钥只留在您的服务器上；怀疑泄露时，请立即在账户设置中吊销该密钥。</p>
<p>核验他人提供的文件时，请使用本站的<a href="/website-show/query">核验证据</a>页，或从本站取得核验程序，并比对根证书指纹。随文件一起收到的脚本，可能与文件来自同一人之手。</p>`,
    contentEn: `<p>Here's how to make sure your evidence is at hand and easy to verify when you need it.</p>
<h3>Packages and originals</h3>
<p>Once a certificate is ready, download the package and keep a backup somewhere else. If your platform uses third-party
time-stamps or chain anchors, they arrive later. Download the package again to get them.</p>
<h3>Codes and links</h3>
<p>Give extraction codes and share links only to those who need them. A link that allows downloads includes every
original file. Revoke links and deactivate codes when you're done.</p>
<h3>Passwords and keys</h3>
<p>We recommend two-step login. Keep API private keys on your own server. If you suspect a leak, revoke the key in the
account settings immediately.</p>
<p>To verify a file from someone else, use our <a href="/website-show/query">check page</a> or a program from this site,
and compare the root certificate's fingerprint. A script that came with a file may come from the same hands as the
file.</p>`,
  },
]
