import { exhibit, numbers, page, prose, rows } from '../exhibit.ts'
import { item, swatch, textOf } from '../swatch.ts'

/** Pages whose document scrolls, or need not. */
export const plain = [
  exhibit('plain-long', { items: 100, show: page(`<h1>公告列表</h1>${rows(1, 100)}`) }),
  exhibit('short', { items: 8, show: page(`<h1>订单详情</h1>${rows(1, 8)}`) }),
  exhibit('sticky-head', {
    items: 100,
    show: page(`<div class="bar top">政务公开</div>${rows(1, 100)}`, { css: '.top{position:sticky;top:0}' }),
  }),
  exhibit('fixed-foot', {
    items: 81,
    show: page(`<h1>购物车</h1>${rows(1, 80)}<div class="bar foot">${swatch(81)} ${textOf(81)}</div>`, {
      css: 'body{padding-bottom:56px}.foot{position:fixed;bottom:0;left:0;right:0}',
    }),
  }),
  exhibit('head-that-hides', {
    items: 80,
    show: page(`<div class="bar top">热门话题</div>${rows(1, 80)}`, {
      css: 'body{padding-top:56px}.top{position:fixed;top:0;left:0;right:0;transition:transform .2s}.away{transform:translateY(-100%)}',
      script: `let last = 0
addEventListener('scroll', () => { document.querySelector('.top').classList.toggle('away', scrollY > last); last = scrollY })`,
    }),
  }),
  exhibit('fixed-sidebar', {
    items: 80,
    show: page(
      `<nav class="side"><p>首页</p><p>商品管理</p><p>订单管理</p><p>售后</p></nav><h1>商品管理</h1>${rows(1, 80)}`,
      {
        css: 'body{padding-left:220px}.side{position:fixed;left:0;top:0;bottom:0;width:220px;background:#eef3fb}',
      },
    ),
  }),
  exhibit('smooth-document', {
    items: 90,
    show: page(`<h1>帮助中心</h1>${rows(1, 90)}`, { css: 'html{scroll-behavior:smooth}' }),
  }),
  exhibit('scroll-padding', {
    items: 80,
    show: page(
      `<div class="bar top">章节导航</div>${rows(1, 80, (inner, n) => `<div class="row" id="s${n}">${inner}</div>`)}`,
      {
        css: 'html{scroll-padding-top:56px}.top{position:sticky;top:0}',
      },
    ),
  }),
  exhibit('overflow-clip', {
    items: 80,
    show: page(`<div class="clip"><h1>新闻动态</h1>${rows(1, 80)}</div>`, { css: '.clip{overflow-x:clip}' }),
  }),
  exhibit('rtl', {
    items: 60,
    show: page(`<h1>通知</h1>${rows(1, 60)}`, { root: 'dir="rtl"' }),
  }),
  exhibit('vertical-writing', {
    items: 40,
    show: page(`<h1>古籍</h1>${rows(1, 40, (inner) => `<div class="line">${inner}</div>`)}`, {
      css: 'html{writing-mode:vertical-rl}.line{height:640px;width:44px;padding:10px}.s{width:16px;height:16px}',
    }),
  }),
  exhibit('very-wide', {
    items: 40,
    show: page(
      `<h1>年度汇总表</h1><table><tr>${numbers(1, 40)
        .map((n) => `<td>${item(n)}</td>`)
        .join('')}</tr></table>`,
      { css: 'body{width:3000px}td{width:72px;height:160px;border:1px solid #ddd}' },
    ),
  }),
  exhibit('zoomed-body', {
    items: 60,
    show: page(`<h1>无障碍浏览</h1>${rows(1, 60)}`, { css: 'body{zoom:1.25}' }),
  }),
  exhibit('print-only', {
    items: 60,
    hidden: 20,
    show: page(`<h1>电子票据</h1>${rows(1, 60)}<div class="paper">${rows(61, 80)}</div>`, {
      css: '.paper{display:none}@media print{.paper{display:block}}',
    }),
  }),
  exhibit('full-height-sections', {
    items: 30,
    show: page(
      numbers(1, 10)
        .map((n) => `<section><h1>第 ${n} 屏</h1>${rows(n * 3 - 2, n * 3)}</section>`)
        .join(''),
      { css: 'section{height:100vh}section:nth-child(2n){background:#f4f8ff}' },
    ),
  }),
  exhibit('snap-document', {
    items: 10,
    show: page(
      rows(1, 10, (inner) => `<section>${inner}</section>`),
      {
        css: 'html{scroll-snap-type:y mandatory}section{height:100vh;scroll-snap-align:start;padding:300px 80px}',
      },
    ),
  }),
  exhibit('form-with-values', {
    items: 40,
    show: page(
      `<h1>投诉登记表</h1><form>${rows(1, 40, (inner, n) => `<div class="row"><label>${inner} <input value="已填内容 ${n}"></label></div>`)}</form>`,
    ),
  }),
  exhibit('tall-textarea', {
    items: 40,
    show: page(
      `<h1>意见征集</h1><textarea rows="60" cols="100">${'请在此填写意见。\n'.repeat(50)}</textarea>${rows(1, 40)}`,
    ),
  }),
  exhibit('list-box', {
    items: 30,
    show: page(
      `<h1>选择承办单位</h1>${rows(1, 30)}<select size="4"><option>一科<option>二科<option>三科<option>四科</select>`,
    ),
  }),
  exhibit('noise', {
    items: 60,
    show: page(
      `<a class="skip" href="#main">跳到正文</a><nav><ul class="menu"><li>栏目一<ul><li>隐藏子栏目</li><li>隐藏子栏目二</li></ul></li></ul></nav>
<div class="drawer">抽屉菜单：个人中心、消息、退出</div><p id="clock">00:00:00</p><p class="tick"><span>滚动播报：请勿向陌生人转账</span></p><p id="ad">广告位 0</p>
<div id="main"><h1>社区论坛</h1>${rows(1, 60)}</div>${prose(3)}`,
      {
        css: `.skip{position:absolute;left:-9999px}.menu ul{display:none}.drawer{position:fixed;top:0;right:-300px;width:300px;height:100vh;visibility:hidden}
.tick{overflow:hidden;white-space:nowrap}.tick span{display:inline-block;animation:go 8s linear infinite}@keyframes go{from{transform:translateX(60%)}to{transform:translateX(-60%)}}`,
        script: `let ads = 0
setInterval(() => { document.getElementById('clock').textContent = new Date().toTimeString().slice(0, 8) }, 1000)
setInterval(() => { ads += 1; document.getElementById('ad').textContent = '广告位 ' + ads }, 900)`,
      },
    ),
  }),
]
