/** A list of mails laid out in tables, with most styles on the elements themselves; no element has an id. */
import { arranged, icon, type PageSource, photo } from '#bench/detection/source'

const mail = ([from, subject, start, at, isNew]: readonly [string, string, string, string, boolean]) =>
  `<tr data-item bgcolor="${isNew ? '#ffffff' : '#f2f6fc'}"><td width="28"><input type="checkbox" aria-label="Choose ${from}"></td><td width="170" class="who">${isNew ? `<b>${from}</b>` : from}</td><td class="what">${isNew ? `<b>${subject}</b>` : subject} <font color="#5f6368">– ${start}</font></td><td width="70" align="right" class="when">${at}</td></tr>`

const mails = [
  ['Lea Brandt', 'Minutes of Tuesday', 'thank you all for coming, attached is what we', '11:42', true],
  ['Stadtwerke', 'Your bill for February', 'the sum of 84,20 will be taken on', '10:15', true],
  ['Yusuf, me 3', 'Sofa', 'we could come on Saturday with the van if', '09:58', false],
  ['Library', 'Two books are due', 'please bring back or keep on: The Leopard', '08:01', false],
  ['build-bot', 'main is green again', '214 tests in 3 min 12 s after', '07:44', false],
  ['Noémie Caron', 'Photos from Arcachon', 'the ones with the dog are at the end', 'Mon', true],
  ['Choir', 'Parts for the Requiem', 'altos please print the second version', 'Mon', false],
  ['Dr. Okonkwo', 'Your appointment', 'we look forward to seeing you on', 'Sun', false],
] as const

export const inboxPage: PageSource = {
  name: 'inbox',
  manner: 'tables and styles on elements',
  title: 'Inbox (3)',
  lang: 'en',
  css: (become) => `
body { margin: 0; font: 14px/1.4 ${become('Arial, "DejaVu Sans", sans-serif', { family: 'Times, "DejaVu Serif", serif' })}; color: #202124; }
td { padding: 8px 10px; vertical-align: middle; }
table.list td { border-bottom: 1px solid #e0e0e0; } td.what { max-width: 0; overflow: hidden; white-space: nowrap; }
button:disabled { color: #bdc1c6 !important; }
@keyframes sync { from { width: 10px; } to { width: 90px; } }
@media (max-width: 700px) { td.when, .folders { display: none; } td.who { width: 90px; } }
`,
  body: (become) => `
${become('', { banner: '<table width="100%" cellspacing="0" bgcolor="#fce8e6" data-mark="banner"><tbody><tr><td align="center">Your mailbox is nearly full: 14.8 of 15 gigabytes.</td></tr></tbody></table>' })}
<table width="100%" cellspacing="0" cellpadding="0" style="background: linear-gradient(#ffffff, ${become('#f1f3f4', { backdrop: '#d2e3fc' })}); border-bottom: ${become('1px solid #dadce0', { hairline: '0' })}" data-mark="hairline backdrop"><tbody><tr>
  <td width="30" style="color: #c5221f">${icon(become('heart', { picture: 'drop' }), 24, 'data-mark="picture"')}</td>
  <td style="font-size: ${become('20px', { size: '22px' })}; letter-spacing: ${become('0', { tracking: '1.5px' })}" data-mark="size tracking">Postkasten</td>
  <td align="right"><input size="14" placeholder="Search mail" aria-label="Search mail" style="padding: 8px; border: 1px solid #9aa0a6; border-radius: 4px" data-mark="caret"></td>
</tr></tbody></table>
<table width="100%" cellspacing="0" cellpadding="0"><tbody><tr valign="top">
<td width="150" class="folders" style="vertical-align: top; background: #f8f9fa; padding: 16px 12px">
  <div style="margin-bottom: 10px">Inbox</div><div style="margin-bottom: 10px">Sent</div><div style="margin-bottom: 10px">Drafts</div><div style="margin-bottom: 10px">Spam</div>
</td>
<td style="padding: 0 0 24px; vertical-align: top">
  <div style="padding: ${become('12px', { padding: '14px' })}; display: flex; gap: ${become('10px', { gap: '18px' })}; justify-content: ${become('flex-start', { align: 'flex-end' })}; align-items: center; flex-wrap: wrap" data-mark="padding gap align">
    <button style="background: ${become('#1a73e8', { 'token-colour': '#1765cc', 'subtle-colour': '#227bee' })}; color: #fff; border: 0; border-radius: ${become('8px', { radius: '6px' })}; padding: 9px 18px; font: inherit; box-shadow: ${become('0 1px 2px rgba(60,64,67,.3)', { shadow: '0 5px 10px rgba(60,64,67,.45)' })}" data-mark="token-colour subtle-colour radius shadow">Write</button>
    <button style="background: #f1f3f4; color: #202124; border: 0; border-radius: 4px; padding: 9px 14px; font: inherit" data-mark="disabled" ${become('', { disabled: 'disabled' })}>Archive</button>
    <button style="background: #f1f3f4; color: #202124; border: 0; border-radius: 4px; padding: 9px 14px; font: inherit; ${become('', { hidden: 'display: none' })}" data-mark="hidden">Delete</button>
    <span style="color: ${become('#5f6368', { 'muted-contrast': '#bdc1c6' })}" data-mark="muted-contrast">1 to 8 of <span data-mark="digit">${become('1,204', { digit: '1,264' })}</span></span>
    <i style="display: block; height: 4px; width: 10px; background: #1a73e8; animation: sync 1.2s linear ${become('-.2s', { animation: '-.8s' })} infinite alternate" data-mark="animation"></i>
  </div>
  <h2 style="margin: ${become('4px 12px 8px', { margin: '14px 12px 8px' })}; font-size: 15px; font-weight: ${become('bold', { weight: 'normal' })}; text-transform: ${become('none', { capitals: 'uppercase' })}" data-mark="margin weight capitals">New and unread</h2>
  <table class="list" width="100%" cellspacing="0" cellpadding="0"><tbody>
  ${arranged(become, mails.map(mail), mail(['Karim', 'Keys', 'left them with the neighbour on the second floor', '11:02', true]))}
  </tbody></table>
  <div style="position: relative; z-index: 0; margin: 20px 12px 0; max-width: 560px">
    <span style="position: absolute; top: 10px; left: 90px; z-index: ${become('2', { stack: '0' })}; background: #188038; color: #fff; padding: 4px 12px; font-size: 13px" data-mark="stack">Picked for you</span>
    <table cellspacing="0" style="position: relative; z-index: 1; background: #fff; border: 1px solid #dadce0"><tbody><tr><td width="96"><img src="${photo(241, 96, 80)}" width="96" height="80" alt=""></td><td style="line-height: ${become('1.4', { leading: '1.7' })}; padding-top: 36px" data-mark="leading word">Letters that you ${become('starred', { word: 'marked' })} a year ago come back here for one morning, and go again by themselves when you have looked at them.</td></tr></tbody></table>
  </div>
  <p style="margin: 16px 12px 0; opacity: ${become('1', { faint: '.55' })}" data-mark="faint">Last activity <span data-mark="clock">11:43:0${become('8', { clock: '9' })}</span> from Lyon. <a href="/activity" style="color: #1a73e8; text-decoration: ${become('underline', { underline: 'none' })}" data-mark="underline">Details</a></p>
  <div style="margin: 10px 12px; width: 180px; white-space: nowrap; overflow: ${become('hidden', { clip: 'visible' })}; background: #f1f3f4; padding: 6px" data-mark="clip">postkasten+newsletters@mail.example.org</div>
</td></tr></tbody></table>
`,
}
