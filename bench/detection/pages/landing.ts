/** A product's front page; styles by custom properties that all rules refer to. */
import { arranged, icon, type PageSource } from '#bench/detection/source'

const features = [
  ['bolt', 'Answers while you type', 'Queries over a billion events come back before you have lifted your finger.'],
  ['shield', 'Yours alone', 'Every workspace has keys of its own, kept in hardware and changed each night.'],
  ['clock', 'A year at a glance', 'Keep thirteen months of history without paying for thirteen months of disks.'],
  ['star', 'Made for teams', 'Comments, owners and approvals live on the chart, not in a thread somewhere else.'],
] as const

const feature = (
  [shape, name, text]: readonly [string, string, string],
  at: number,
) => `<article class="feature" data-item>
    <span class="feature-icon">${icon(shape)}</span>
    <h3>${name}</h3>
    <p${at === 1 ? ' data-mark="align"' : ''}>${text}</p>
  </article>`

export const landingPage: PageSource = {
  name: 'landing',
  manner: 'custom properties',
  title: 'Northbeam: analytics that keep up',
  lang: 'en',
  css: (become) => `
:root {
  --color-primary: ${become('#2563eb', { 'token-colour': '#1d4ed8', 'subtle-colour': '#2b68ee' })};
  --color-ink: #0f172a;
  --color-muted: ${become('#475569', { 'muted-contrast': '#94a3b8' })};
  --color-line: #e2e8f0;
  --radius-md: ${become('8px', { radius: '6px' })};
  --shadow-card: ${become('0 2px 6px rgb(15 23 42 / .12)', { shadow: '0 8px 20px rgb(15 23 42 / .18)' })};
  --space-3: ${become('12px', { padding: '14px' })};
  --font-body: ${become('Inter, "Helvetica Neue", sans-serif', { family: 'Georgia, serif' })};
  --leading: ${become('1.6', { leading: '1.75' })};
}
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 var(--font-body); color: var(--color-ink); background: #fff; }
.top { display: flex; align-items: center; gap: 24px; padding: 16px 32px; border-bottom: ${become('1px solid var(--color-line)', { hairline: '0 none' })}; position: relative; z-index: 1; background: #fff; }
.top .brand { font-weight: 700; font-size: 20px; letter-spacing: ${become('0', { tracking: '.06em' })}; }
.top nav { display: flex; gap: ${become('24px', { gap: '32px' })}; margin-inline-start: auto; }
.top nav a { color: var(--color-muted); text-decoration: none; }
.button { background: var(--color-primary); color: #fff; border: 0; border-radius: 999px; padding: 10px 20px; font: inherit; font-weight: 600; }
.button:disabled { background: #cbd5e1; color: #64748b; }
.button-second { background: #eef2ff; color: #3730a3; }
.hero { padding: 72px 32px 88px; text-align: center; background: linear-gradient(160deg, #eff6ff, ${become('#e0e7ff', { backdrop: '#fae8ff' })}); position: relative; z-index: 0; }
.hero h1 { font-size: ${become('44px', { size: '48px' })}; line-height: 1.1; margin: 0 0 16px; font-weight: ${become('700', { weight: '400' })}; }
.hero p { max-width: 40rem; margin: 0 auto ${become('24px', { margin: '36px' })}; line-height: var(--leading); color: #334155; font-size: 18px; }
.hero .pulse { width: 10px; height: 10px; border-radius: 50%; background: #16a34a; display: inline-block; animation: pulse 2s linear ${become('-.2s', { animation: '-.9s' })} infinite; }
@keyframes pulse { from { opacity: 1; transform: scale(1); } to { opacity: .2; transform: scale(1.6); } }
.stats { display: grid; grid-template-columns: repeat(3, 1fr); max-width: 720px; margin: -40px auto 0; position: relative; z-index: ${become('2', { stack: '-1' })}; background: #fff; border-radius: var(--radius-md); box-shadow: var(--shadow-card); padding: var(--space-3); }
.stats div { text-align: center; padding: 8px; }
.stats b { display: block; font-size: 26px; }
.stats span { color: var(--color-muted); font-size: 14px; text-transform: ${become('none', { capitals: 'uppercase' })}; }
.features { display: grid; grid-template-columns: repeat(auto-fit, minmax(220px, 1fr)); gap: 24px; padding: 56px 32px; max-width: 1120px; margin: auto; }
.feature { padding: 20px; border: 1px solid var(--color-line); border-radius: 12px; }
.feature p { color: #334155; margin: 0; }
.feature:nth-child(2) p { text-align: ${become('left', { align: 'center' })}; }
.feature h3 { margin: 12px 0 8px; font-size: 18px; }
.feature-icon { color: #7c3aed; }
.quote { background: #0f172a; color: #e2e8f0; padding: 48px 32px; text-align: center; }
.quote blockquote { margin: 0 auto; max-width: 44rem; font-size: 22px; opacity: ${become('1', { faint: '.7' })}; }
.quote cite { display: block; margin-top: 16px; font-size: 15px; font-style: normal; color: #94a3b8; }
.strip { width: 260px; margin: 16px auto 0; white-space: nowrap; overflow: ${become('hidden', { clip: 'visible' })}; text-align: left; border: 1px solid #334155; padding: 6px; font-size: 13px; }
.foot { display: flex; flex-wrap: wrap; gap: 16px; padding: 24px 32px; font-size: 14px; color: #64748b; align-items: center; }
.foot a { color: #1d4ed8; text-decoration: ${become('underline', { underline: 'none' })}; }
.foot input { padding: 8px; border: 1px solid #94a3b8; border-radius: 6px; font: inherit; }
.banner { background: #fef3c7; color: #78350f; padding: 12px 32px; text-align: center; }
@media (max-width: 700px) { .top nav a:not(:first-child) { display: none; } .hero { padding: 48px 16px 72px; } .hero h1 { font-size: ${become('34px', { size: '37px' })}; } .stats { margin-inline: 16px; } .features { padding: 40px 16px; } }
`,
  body: (become) => `
${become('', { banner: '<div class="banner" data-mark="banner">Maintenance on Sunday from 02:00 to 04:00 UTC.</div>' })}
<header class="top" data-mark="hairline">
  <span class="brand" data-mark="tracking">Northbeam</span>
  <nav aria-label="Main" data-mark="gap"><a href="/product" data-mark="muted-contrast">Product</a><a href="/customers">Customers</a><a href="/pricing">Pricing</a></nav>
  <button class="button button-second" type="button" data-mark="disabled" ${become('', { disabled: 'disabled' })}>Sign in</button>
</header>
<main>
  <section class="hero" data-mark="backdrop">
    <h1 id="headline" data-mark="size weight">Analytics that keep up with you</h1>
    <p data-mark="leading margin word">Northbeam turns every ${become('click', { word: 'request' })} into a chart your whole team understands, with no pipeline to build and nothing to look after at night.</p>
    <button class="button" type="button" data-mark="token-colour subtle-colour">Start free trial</button>
    <p><span class="pulse" data-mark="animation"></span> All systems normal, <time data-mark="clock">14:32:0${become('7', { clock: '8' })}</time></p>
  </section>
  <section class="stats" id="figures" data-mark="radius shadow padding stack">
    <div><b data-mark="digit">${become('4,218', { digit: '4,278' })}</b><span data-mark="capitals">teams on board</span></div>
    <div><b>1.3 bn</b><span>events a day</span></div>
    <div data-mark="hidden" ${become('', { hidden: 'style="display:none"' })}><b>99.98 %</b><span>uptime</span></div>
  </section>
  <section class="features" id="features">
  ${arranged(become, features.map(feature), feature(['heart', 'People who answer', 'Support is the team that builds it; the median first answer takes nine minutes.'], 9))}
  </section>
  <section class="quote">
    <span>${icon(become('heart', { picture: 'drop' }), 32, 'data-mark="picture"')}</span>
    <blockquote data-mark="faint">We closed four dashboards and a data warehouse in the first month, and nobody has asked for them back.</blockquote>
    <cite>Ines Okafor, Head of Data at Fjordline</cite>
    <div class="strip" data-mark="clip">Fjordline, Marlow &amp; Sons, Kestrel Bank, Ostrava Steel, Lumen Labs, Tidewater</div>
  </section>
</main>
<footer class="foot"><span>© 2026 Northbeam</span><a href="/terms" data-mark="underline">Terms and privacy</a><label>Newsletter <input type="email" placeholder="you@example.org" data-mark="caret"></label></footer>
`,
}
