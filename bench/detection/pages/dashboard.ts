/** A dashboard of cards, bars and a table; styles by utility classes, no element has an id. */
import { arranged, icon, type PageSource } from '#bench/detection/source'

const orders = [
  ['#10482', 'Fatima Noor', 'Paid', '€ 1,240.00', '12 Mar'],
  ['#10481', 'Jonas Lindqvist', 'Pending', '€ 89.90', '12 Mar'],
  ['#10479', 'Aoife Byrne', 'Paid', '€ 412.50', '11 Mar'],
  ['#10478', 'Mateus Rocha', 'Refunded', '€ 64.00', '11 Mar'],
  ['#10475', 'Keiko Tanaka', 'Paid', '€ 2,018.75', '10 Mar'],
  ['#10470', 'Piotr Zając', 'Paid', '€ 131.20', '9 Mar'],
] as const

const row = ([number, name, state, sum, day]: readonly string[]) =>
  `<tr class="border-t-100" data-item><td class="p-3 font-mono text-sm">${number}</td><td class="p-3">${name}</td><td class="p-3"><span class="chip">${state}</span></td><td class="p-3 text-right">${sum}</td><td class="p-3 slate sm-hide">${day}</td></tr>`

const bars = [32, 48, 41, 66, 58, 73, 90, 71, 64, 82, 95, 77]

export const dashboardPage: PageSource = {
  name: 'dashboard',
  manner: 'utility classes',
  title: 'Overview · Ledgerly',
  lang: 'en',
  css: (become) => `
*,::before,::after{box-sizing:border-box;border:0 solid #e5e7eb}
body{margin:0;font-family:${become('"DejaVu Sans",ui-sans-serif,sans-serif', { family: '"DejaVu Serif",serif' })};line-height:1.5;color:#111827;font-size:15px}
h1,h2,h3,p{margin:0}
.flex{display:flex}.grid{display:grid}.wrap{flex-wrap:wrap}.grow{flex-grow:1}.relative{position:relative}.absolute{position:absolute}
.items-center{align-items:center}.between{justify-content:${become('space-between', { align: 'flex-start' })}}
.bg-gray{background:#f3f4f6}.bg-white{background:#fff}.bg-ink{background:linear-gradient(90deg,#111827,${become('#1f2937', { backdrop: '#3730a3' })})}
.bg-brand{background-color:${become('#0d9488', { 'token-colour': '#0f766e', 'subtle-colour': '#129a8e' })}}
.white{color:#fff}.slate{color:${become('#4b5563', { 'muted-contrast': '#9ca3af' })}}.teal{color:#0f766e}
.p-3{padding:${become('12px', { padding: '14px' })}}.p-4{padding:16px}.p-6{padding:24px}.px-4{padding-left:16px;padding-right:16px}.py-2{padding-top:8px;padding-bottom:8px}
.mb-4{margin-bottom:${become('16px', { margin: '24px' })}}.mt-2{margin-top:8px}
.gap-4{gap:${become('16px', { gap: '24px' })}}.gap-2{gap:8px}
.cols-4{grid-template-columns:repeat(4,minmax(0,1fr))}
.rounded{border-radius:${become('8px', { radius: '6px' })}}.pill{border-radius:999px}
.shadow{box-shadow:${become('0 1px 3px rgba(0,0,0,.14)', { shadow: '0 6px 14px rgba(0,0,0,.22)' })}}
.border{border-width:1px}.border-t-100{border-top-width:1px}.border-b{border-bottom-width:${become('1px', { hairline: '0' })}}
.text-sm{font-size:13px}.text-2xl{font-size:${become('24px', { size: '26px' })}}.text-right{text-align:right}.text-left{text-align:left}
.font-bold{font-weight:${become('700', { weight: '400' })}}.semibold{font-weight:600}.font-mono{font-family:monospace}
.leading{line-height:${become('1.5', { leading: '1.8' })}}.tracking{letter-spacing:${become('normal', { tracking: '.08em' })}}
.upper{text-transform:${become('uppercase', { capitals: 'none' })}}
.underline{text-decoration-line:${become('underline', { underline: 'none' })}}
.truncate{white-space:nowrap;overflow:${become('hidden', { clip: 'visible' })};max-width:180px}
.z-10{z-index:${become('10', { stack: '0' })}}.z-5{z-index:5}.chip{background:#ecfdf5;color:#065f46;border-radius:999px;padding:2px 10px;font-size:13px}
.op{opacity:${become('1', { faint: '.6' })}}.w-full{width:100%}.collapse{border-collapse:collapse}
.bar{width:100%;background:#5eead4;border-radius:4px 4px 0 0}.h-40{height:160px}.end{align-items:flex-end}
.blink{animation:blink 1.4s ease-in-out ${become('-.1s', { animation: '-.8s' })} infinite}@keyframes blink{50%{background:#fde68a}}
.btn:disabled{opacity:.5;cursor:not-allowed}
@media (max-width:640px){.cols-4{grid-template-columns:repeat(2,minmax(0,1fr))}.sm-hide{display:none}}
`,
  body: (become) => `
<div class="bg-gray">
  ${become('', { banner: '<div class="p-4 bg-brand white" data-mark="banner">Your card ends this month. Update it to keep your plan.</div>' })}
  <header class="flex items-center gap-4 bg-ink white p-4" data-mark="backdrop">
    <span>${icon(become('drop', { picture: 'star' }), 24, 'data-mark="picture"')}</span><strong class="tracking" data-mark="tracking">Ledgerly</strong>
    <span class="grow"></span>
    <time class="text-sm" data-mark="clock">09:41:1${become('5', { clock: '6' })}</time>
    <input class="py-2 px-4 rounded sm-hide" placeholder="Search orders" aria-label="Search orders">
  </header>
  <main class="p-6">
    <div class="flex between items-center mb-4 wrap gap-2" data-mark="align margin">
      <h1 class="text-2xl font-bold" data-mark="size weight">Overview</h1>
      <div class="flex gap-2"><button class="btn border rounded py-2 px-4 bg-white" data-mark="disabled" ${become('', { disabled: 'disabled' })}>Export</button><button class="btn bg-brand white rounded py-2 px-4" data-mark="token-colour subtle-colour">New order</button></div>
    </div>
    <section class="grid cols-4 gap-4 mb-4" data-mark="gap">
      <div class="bg-white rounded shadow p-4" data-mark="radius shadow"><p class="slate text-sm upper" data-mark="muted-contrast capitals">Revenue</p><p class="text-2xl font-bold" data-mark="digit">€ ${become('48,120', { digit: '48,720' })}</p><p class="teal text-sm">+12.4 % on last month</p></div>
      <div class="bg-white rounded shadow p-4"><p class="slate text-sm upper">Orders</p><p class="text-2xl font-bold">1,036</p><p class="teal text-sm">+3.1 %</p></div>
      <div class="bg-white rounded shadow p-4 relative"><p class="slate text-sm upper">Visitors</p><p class="text-2xl font-bold">28,450</p><p class="text-sm truncate" data-mark="clip">mostly from newsletters, partners and the spring catalogue</p></div>
      <div class="bg-white rounded shadow p-4" data-mark="hidden" ${become('', { hidden: 'style="display:none"' })}><p class="slate text-sm upper">Returns</p><p class="text-2xl font-bold">2.8 %</p><p class="text-sm">14 open</p></div>
    </section>
    <section class="bg-white rounded shadow p-4 mb-4 relative z-10">
      <div class="flex items-center gap-2"><h2 class="semibold">Revenue by month</h2><span class="blink pill" style="width:10px;height:10px;background:#facc15" data-mark="animation"></span><a class="underline teal text-sm" href="/reports/revenue" data-mark="underline">Full report</a></div>
      <div class="flex end gap-2 h-40 op mt-2" data-mark="faint">${bars.map((height) => `<div class="bar" style="height:${height}%"></div>`).join('')}</div>
      <p class="slate text-sm mt-2 leading" data-mark="leading word">Figures are ${become('preliminary', { word: 'provisional' })} until the books of a month are closed, which is on the fifth working day of the next. Refunds count on the day they were paid.</p>
    </section>
    <section class="relative" style="z-index:0">
      <span class="absolute z-10 bg-ink white text-sm p-3 rounded" style="top:-14px;left:20px" data-mark="stack padding">Latest orders</span>
      <div class="relative z-5 bg-white rounded shadow" style="padding-top:36px">
        <table class="w-full collapse"><thead><tr class="border-b text-left text-sm slate" data-mark="hairline"><th class="p-3">Order</th><th class="p-3">Customer</th><th class="p-3">State</th><th class="p-3 text-right">Sum</th><th class="p-3 sm-hide">Day</th></tr></thead>
        <tbody>
        ${arranged(become, orders.map(row), row(['#10480', 'Sofía Ibarra', 'Paid', '€ 75.00', '12 Mar']))}
        </tbody></table>
      </div>
    </section>
    <form class="flex gap-2 mt-2"><input class="border rounded py-2 px-4" placeholder="Note for the team" aria-label="Note" data-mark="caret"></form>
  </main>
</div>
`,
}
