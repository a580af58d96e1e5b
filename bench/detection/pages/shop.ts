/** A shop's grid of products with photographs; styles by CSS modules, no element has an id. */
import { arranged, icon, type PageSource, photo } from '#bench/detection/source'

const products = [
  ['Stoneware jug', '34.00', 3],
  ['Linen throw, moss', '79.00', 5],
  ['Walnut board', '48.50', 8],
  ['Enamel kettle', '56.00', 11],
  ['Wool runner', '129.00', 14],
  ['Brass hook, pair', '18.00', 17],
  ['Beeswax candles', '22.00', 20],
  ['Oak stool', '145.00', 23],
] as const

function card([name, price, seed]: readonly [string, string, number], picture = photo(seed), at = -1): string {
  return `<li class="Grid_item__4fQz" data-item>
    <article class="Card_root__x81Ka"${at === 0 ? ' data-mark="radius shadow"' : ''}>
      <img class="Card_photo__Pw2c" src="${picture}" alt="${name}" width="240" height="180"${at === 3 ? ' data-mark="picture"' : ''}>
      <div class="Card_text__b7Lm"${at === 0 ? ' data-mark="padding"' : ''}><h3 class="Card_name__0uTe"${at === 0 ? ' data-mark="weight"' : ''}>${name}</h3><p class="Card_price__m3Xd"${at === 1 ? ' data-mark="digit"' : ''}>£ ${price}</p></div>
    </article>
  </li>`
}

export const shopPage: PageSource = {
  name: 'shop',
  manner: 'CSS modules',
  title: 'Kitchen and table · Harrow & Finch',
  lang: 'en-GB',
  css: (become) => `
body { margin: 0; font-family: ${become('Helvetica, Arial, sans-serif', { family: '"Times New Roman", serif' })}; color: #292524; background: #fafaf9; }
.Shell_header__a81B { display: flex; align-items: center; gap: 20px; padding: 18px 28px; background: #fff; border-bottom: ${become('1px solid #d6d3d1', { hairline: '1px solid transparent' })}; }
.Shell_logo__Zk0 { font: 700 22px Georgia, serif; letter-spacing: ${become('.02em', { tracking: '.12em' })}; }
.Shell_search__9d1 { margin-left: auto; padding: 9px 12px; border: 1px solid #a8a29e; border-radius: 6px; font: inherit; width: 200px; }
.Hero_root__Qe7 { background: linear-gradient(100deg, #fef3c7 0%, ${become('#fde68a', { backdrop: '#bbf7d0' })} 100%); padding: 36px 28px; }
.Hero_title__u6J { font: 400 ${become('34px', { size: '38px' })}/1.15 Georgia, serif; margin: 0 0 8px; }
.Hero_text__w3R { margin: 0; max-width: 34em; line-height: ${become('1.5', { leading: '1.7' })}; opacity: ${become('1', { faint: '.65' })}; }
.Bar_root__1aS { display: flex; justify-content: ${become('flex-start', { align: 'flex-end' })}; gap: 10px; padding: 16px 28px; flex-wrap: wrap; align-items: center; }
.Bar_filter__8rV { border: 1px solid #a8a29e; background: #fff; border-radius: 99px; padding: 7px 16px; font: inherit; font-size: 14px; }
.Bar_filter__8rV:disabled { background: #e7e5e4; color: #a8a29e; }
.Bar_count__hh3 { font-size: 14px; color: ${become('#57534e', { 'muted-contrast': '#a8a29e' })}; }
.Grid_root__m2C { list-style: none; margin: ${become('16px 0 0', { margin: '24px 0 0' })}; padding: 0 28px 40px; display: grid; grid-template-columns: repeat(4, 1fr); column-gap: ${become('20px', { gap: '30px' })}; row-gap: 28px; }
.Card_root__x81Ka { background: #fff; border-radius: ${become('8px', { radius: '6px' })}; overflow: hidden; box-shadow: ${become('0 1px 4px rgba(41,37,36,.16)', { shadow: '0 5px 16px rgba(41,37,36,.22)' })}; }
.Card_photo__Pw2c { display: block; width: 100%; height: auto; aspect-ratio: 4 / 3; object-fit: cover; }
.Card_text__b7Lm { padding: ${become('12px', { padding: '14px' })}; }
.Card_name__0uTe { font-size: 16px; font-weight: ${become('700', { weight: '400' })}; margin: 0 0 4px; }
.Card_price__m3Xd { margin: 0; color: #44403c; }
.Offer_root__7gY { position: relative; margin: 0 28px 40px; isolation: isolate; display: grid; grid-template-columns: 1fr 1fr; align-items: center; background: #fff; }
.Offer_root__7gY img { width: 100%; height: 220px; object-fit: cover; position: relative; z-index: 1; display: block; }
.Offer_badge__e5N { position: absolute; left: 16px; top: 16px; z-index: ${become('2', { stack: '0' })}; background: #b91c1c; color: #fff; padding: 6px 12px; font-size: 14px; text-transform: ${become('uppercase', { capitals: 'none' })}; }
.Offer_text__r2P { padding: 24px; }
.Offer_line__0oD { width: 190px; white-space: nowrap; overflow: ${become('hidden', { clip: 'visible' })}; color: #78716c; }
.Button_primary__k9W { background: ${become('#9a3412', { 'token-colour': '#7c2d12', 'subtle-colour': '#a03816' })}; color: #fff; border: none; padding: 11px 22px; border-radius: 6px; font: inherit; }
.Link_root__i4F { color: #9a3412; text-decoration: ${become('underline', { underline: 'none' })}; }
.Spin_root__dd8 { display: inline-block; width: 14px; height: 14px; border: 2px solid #d6d3d1; border-top-color: #9a3412; border-radius: 50%; animation: Spin_turn__z1 1s linear ${become('-.1s', { animation: '-.45s' })} infinite; }
@keyframes Spin_turn__z1 { to { transform: rotate(360deg); } }
.Note_root__c0G { background: #1c1917; color: #fafaf9; padding: 10px 28px; font-size: 14px; }
@media (max-width: 800px) { .Grid_root__m2C { grid-template-columns: 1fr 1fr; padding-inline: 16px; } .Offer_root__7gY { grid-template-columns: 1fr; margin-inline: 16px; } .Shell_search__9d1 { width: 120px; } }
`,
  body: (become) => `
<div>
${become('', { banner: '<p class="Note_root__c0G" style="margin:0" data-mark="banner">Orders placed today arrive after the holidays.</p>' })}
<header class="Shell_header__a81B" data-mark="hairline"><span class="Shell_logo__Zk0" data-mark="tracking">Harrow &amp; Finch</span><span>${icon('heart', 20)}</span><input class="Shell_search__9d1" type="search" placeholder="Search" aria-label="Search" data-mark="caret"></header>
<main>
  <div class="Hero_root__Qe7" data-mark="backdrop"><h1 class="Hero_title__u6J" data-mark="size">Kitchen and table</h1><p class="Hero_text__w3R" data-mark="leading faint word">Made in small workshops between Leeds and ${become('Whitby', { word: 'Durham' })}, sent out in paper and straw, and mended for as long as you keep them.</p></div>
  <div class="Bar_root__1aS" data-mark="align"><button class="Bar_filter__8rV">All</button><button class="Bar_filter__8rV" data-mark="disabled" ${become('', { disabled: 'disabled' })}>On offer</button><button class="Bar_filter__8rV" data-mark="hidden" ${become('', { hidden: 'style="display:none"' })}>New</button><span class="Bar_count__hh3" data-mark="muted-contrast">48 things, <span data-mark="clock">updated 11:20:3${become('1', { clock: '2' })}</span></span><span class="Spin_root__dd8" data-mark="animation"></span></div>
  <ul class="Grid_root__m2C" data-mark="gap margin">
  ${arranged(
    become,
    products.map((product, at) =>
      at === 3
        ? card(product, become(photo(11), { picture: photo(47) }), at)
        : card(
            at === 1 ? [product[0], become(product[1], { digit: '74.00' }), product[2]] : product,
            photo(product[2]),
            at,
          ),
    ),
    card(['Slate coasters', '26.00', 29]),
  )}
  </ul>
  <section class="Offer_root__7gY"><span class="Offer_badge__e5N" data-mark="stack capitals">Last week</span><img src="${photo(61, 320, 110)}" alt="A laid table"><div class="Offer_text__r2P"><h2>The long table</h2><p class="Offer_line__0oD" data-mark="clip">Eight places, two benches, one runner and all of the candles</p><p><a class="Link_root__i4F" href="/sets/long-table" data-mark="underline">What is in it</a></p><button class="Button_primary__k9W" data-mark="token-colour subtle-colour">Add to basket</button></div></section>
</main>
</div>
`,
}
