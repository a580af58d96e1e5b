/** An inn's page in Japanese; styles in cascade layers, ids where the page links to itself. */
import { arranged, icon, type PageSource, photo } from '#bench/detection/source'

const room = ([name, text, price, seed]: readonly [string, string, string, number]) =>
  `<li class="room" data-item><img src="${photo(seed, 120, 90)}" alt="${name}"><div><h3>${name}</h3><p>${text}</p><b>${price}円</b></div></li>`

export const japanesePage: PageSource = {
  name: 'japanese',
  manner: 'cascade layers',
  title: '山の宿 霧の音',
  lang: 'ja',
  css: (become) => `
@layer base, parts, theme;
@layer base {
  body { margin: 0; line-height: 1.8; font-size: 16px; color: #2b2b2b; background: #fbfaf5; }
  h1, h2, h3, p { margin: 0; } img { display: block; }
}
@layer parts {
  .head { display: flex; align-items: center; column-gap: ${become('20px', { gap: '34px' })}; padding: 14px 30px; border-bottom: ${become('1px solid #c9c2ae', { hairline: '1px solid transparent' })}; }
  .head .menu { margin-left: auto; font-size: 14px; }
  .head input { border: 1px solid #8c8672; padding: 7px 9px; font: inherit; font-size: 14px; width: 120px; }
  .view { position: relative; isolation: isolate; } .view img { width: 100%; height: 230px; object-fit: cover; position: relative; z-index: 1; }
  .view .season { position: absolute; left: 30px; bottom: 20px; z-index: ${become('2', { stack: '0' })}; padding: 6px 16px; background: #7b2d26; color: #fff; }
  .intro { padding: 36px 30px; max-width: 760px; margin: 0 auto; text-align: ${become('left', { align: 'center' })}; }
  .intro h1 { font-size: ${become('30px', { size: '33px' })}; font-weight: ${become('700', { weight: '400' })}; letter-spacing: ${become('.04em', { tracking: '.16em' })}; }
  .intro p { margin-top: ${become('14px', { margin: '22px' })}; line-height: ${become('1.9', { leading: '2.2' })}; }
  .rooms { list-style: none; display: grid; grid-template-columns: repeat(2, 1fr); gap: 18px; padding: 0 30px; margin: 0 auto; max-width: 960px; }
  .room { display: flex; gap: 14px; background: #fff; padding: 12px; } .room h3 { font-size: 16px; } .room p { font-size: 14px; line-height: 1.6; } .room img { width: 120px; height: 90px; object-fit: cover; }
  .book { margin: 32px auto; max-width: 620px; padding: ${become('12px', { padding: '14px' })}; background: linear-gradient(#fff, ${become('#f0ead8', { backdrop: '#dfe9e2' })}); border-radius: ${become('8px', { radius: '6px' })}; box-shadow: ${become('0 1px 4px rgba(43,43,43,.2)', { shadow: '0 7px 18px rgba(43,43,43,.3)' })}; }
  .book .note { font-size: 14px; } .book .row { display: flex; gap: 10px; margin-top: 10px; align-items: center; flex-wrap: wrap; }
  .button { border: 0; padding: 10px 22px; font: inherit; background: #e7e1cf; color: inherit; } .button:disabled { color: #b5ae9a; }
  .mail { width: 170px; white-space: nowrap; overflow: ${become('hidden', { clip: 'visible' })}; background: #f0ead8; padding: 4px 8px; font-size: 14px; text-transform: ${become('none', { capitals: 'uppercase' })}; }
  .foot { padding: 20px 30px; font-size: 14px; opacity: ${become('1', { faint: '.6' })}; border-top: 1px solid #c9c2ae; }
  .smoke { width: 12px; height: 12px; border-radius: 50%; background: #8c8672; animation: smoke 1.4s linear ${become('-.2s', { animation: '-.9s' })} infinite; } @keyframes smoke { to { transform: translateY(-12px); opacity: 0; } }
  .strip { background: #2b2b2b; color: #fff; padding: 8px 30px; }
}
@layer theme {
  body { font-family: ${become('"Noto Sans JP", "DejaVu Sans", sans-serif', { family: '"Noto Serif JP", "DejaVu Serif", serif' })}; }
  .button.main { background: ${become('#7b2d26', { 'token-colour': '#65231d', 'subtle-colour': '#82332c' })}; color: #fff; }
  .note { color: ${become('#5f5a4b', { 'muted-contrast': '#aaa48f' })}; } a { color: #7b2d26; text-decoration: ${become('underline', { underline: 'none' })}; }
}
@media (max-width: 760px) { .rooms { grid-template-columns: 1fr; padding: 0 16px; } .intro { padding: 26px 16px; } .book { margin: 24px 16px; } }
`,
  body: (become) => `
${become('', { banner: '<p class="strip" data-mark="banner">三月二十日は設備点検のため、お休みをいただきます。</p>' })}
<header class="head" data-mark="gap hairline">${icon(become('house', { picture: 'circle' }), 22, 'data-mark="picture"')}<b>霧の音</b><span class="smoke" data-mark="animation"></span><span class="menu" data-mark="hidden" ${become('', { hidden: 'style="display:none"' })}><a href="#rooms">客室</a></span><time data-mark="clock">18:22:1${become('4', { clock: '5' })}</time><input placeholder="検索" aria-label="検索" data-mark="caret"></header>
<div class="view"><img src="${photo(281, 320, 90)}" alt="霧の山"><span class="season" data-mark="stack">春 Spring</span></div>
<section class="intro" data-mark="align"><h1 data-mark="size weight tracking">山の宿 Kiri no Oto</h1><p data-mark="margin leading word">標高八百メートルの谷にある、十二室だけの小さな宿です。Two hours from Tokyo, then ${become('forty', { word: 'fifty' })} minutes by bus. 夕食は地元の野菜と川の魚でお作りいたします。</p></section>
<ul class="rooms" id="rooms">
${arranged(
  become,
  (
    [
      ['杉の間 Sugi', '八畳、庭が見えます', '18,000', 291],
      ['桜の間 Sakura', '十畳、檜の風呂つき', '24,500', 292],
      ['竹の間 Take', '六畳、おひとりさま向け', '12,800', 293],
      ['梅の間 Ume', '八畳、川の音が聞こえます', '19,200', 294],
      ['松の間 Matsu', '十二畳、囲炉裏つき', '31,000', 295],
      ['楓の間 Kaede', '十畳、山が見えます', '22,000', 296],
    ] as const
  ).map(room),
  room(['菊の間 Kiku', '八畳、角部屋です', '20,500', 297]),
)}
</ul>
<section class="book" id="book" data-mark="padding backdrop radius shadow"><h2>ご予約 Reservations</h2><p class="note" data-mark="muted-contrast">お電話は朝九時から、<span data-mark="digit">${become('0266-41-2210', { digit: '0266-41-2270' })}</span> まで。</p><div class="row"><button class="button main" data-mark="token-colour subtle-colour">空室を見る Rooms</button><button class="button" data-mark="disabled" ${become('', { disabled: 'disabled' })}>印刷 Print</button><span class="mail" data-mark="clip capitals">reservations@kiri-no-oto.example.jp</span></div></section>
<footer class="foot" data-mark="faint">長野県 Nagano · <a href="#book" data-mark="underline">ご予約 Book</a></footer>
`,
}
