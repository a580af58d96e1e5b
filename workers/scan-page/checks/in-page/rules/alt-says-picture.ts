/** Alternatives that begin by saying that there is a picture. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { quote } from '#workers/scan-page/checks/in-page/dom'
import { picturesWithAlternative } from '#workers/scan-page/checks/in-page/pictures'

export const altSaysPicture: StaticCheck = {
  rule: 'alt-says-picture',
  criteria: [],
  tier: 'practice',
  impact: 'minor',
  remedy: 'Begin with what the picture shows: that it is one, screen readers say themselves.',
  find: (elements) =>
    picturesWithAlternative(elements)
      .filter(
        ({ alt }) =>
          elsewhere.test(alt) ||
          /^(?:an? |the |eine? |une? |l[’']|la |el |un[ao]? |le |een |de |en |ett |et )?(?:image|picture|pic|photo(?:graph|graphie)?|graphic|icon|illustration|bild|foto|fotografie|abbildung|grafik|imagen?|fotografía|immagine|fotografia|imagem|afbeelding|zdjęcie|obraz|bilden?|billede|kuva) (?:of|showing|depicting|von|vom|mit|des|der|de|du|d[’']un|del|della|di|da|do|van|av|af)(?!\p{L})/iu.test(
            alt,
          ),
      )
      .map(({ element, alt }) => ({
        element,
        message: `The alternative ${quote(alt)} begins with what every reader is told.`,
      })),
}

/** Where no word stands between, or it stands at the end: Polish, Czech, Russian and Ukrainian, Greek, Arabic, Hebrew, Chinese, Japanese, Korean. */
const elsewhere =
  /^(?:zdjęcie|obrazek|fotografia|ikona|obrázek|fotka|fotografie|изображение|картинка|фото|фотография|рисунок|зображення|світлина|малюнок|εικόνα|φωτογραφία) (?!(?:z|ze|do|na|w|od|dla|s|se|k|для|с|со|из|на|к|в|з|зі|до|με|για|από) )\p{Ll}|^(?:صورة|رسم|أيقونة|תמונת|תמונה של|איור של|צילום של) |^(?:图片|照片|圖片)[：: ]|(?:的图片|的照片|的圖片|の画像|の写真|의 사진|의 이미지)$/iu
