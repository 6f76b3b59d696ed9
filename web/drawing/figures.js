// The figures on our pieces: busts in profile, each told apart by what it wears, a bomb
// and a flag. They look to the left, where the light comes from, and stand on the lower
// edge of a window that reaches from 10 to 90 across and from 4 to 62 down. A part is a
// way of painting, told in the style sheet, and a path.

const HEAD = ['pale', 'M41 21L40 30 34.5 37.5Q34.5 39 37.5 39.5L36.8 42 38 43.3 37.3 45.5Q36.5 51 42 51.5L49 50.5V57H63L62 44Q66 34 63 21z'];
const EAR = ['line', 'M57 33q-4-1-4 3t4 4'];
const EYE = ['line', 'M41.5 32.5h3.5'];
const COAT = ['pale', 'M14 63Q17 54 33 52.5L47 50 63 51 76 54Q86 57 88 63z'];
const COAT_SHADE = ['shade', 'M62 52L76 54.5Q85 57 87 62H68z'];
const COLLAR = ['dark', 'M45 49L63 46 66 55 46 57z'];
const COLLAR_EDGE = ['trim', 'M45 49L49 48.5 50 56.5 46 57z'];
const LAPEL = ['line', 'M33 53l7 10M46 57l-4 6'];
const EPAULETTE = ['gold', 'M64 54.5Q76 48 88 56L89 63H85.5L84.5 60 82 63H79L77.5 59.5 75 63H72L70 59 66 61z'];
const MOUSTACHE = ['dark', 'M36.5 40Q42 39 45.5 44 40 45 36 42.5z'];
const NECK_SHADE = ['shade', 'M49 50.5L58 46 62 44 63 52 49 56z'];

const body = [HEAD, NECK_SHADE, COAT, COAT_SHADE];
const face = [EYE, EAR];

export const FIGURES = {
  // Marshal: a bicorne edged with ostrich feather.
  L: [...body, COLLAR, COLLAR_EDGE, LAPEL, EPAULETTE, ...face, ['gold', 'M22 57l2 3.2 3.6.5-2.6 2.3H19l-2.6-2.3 3.6-.5z'],
    ['shade', 'M58 26H64Q68 34 64 42L60 40Q62 33 58 26z'],
    ['pale', 'M14 27Q24 24 31 13 40 2 52 3 66 4 74 15 79 22 90 25 84 32 70 29L36 27Q24 33 14 27z'],
    ['shade', 'M66 11Q73 16 77 21 82 24.5 88 25.5 82 30 70 28L64 27.5Q71 21 66 11z'],
    ['trim', 'M19 25Q27 22 34 13.5 42 5 52 5.5 64 6 71 15.5 77 22 85 25 76 21 70 16 62 11.5 52 11.5 42 11 36 17 29 25 19 25z'],
    ['gold', 'M46 14h7v13h-7z'], ['dark', 'M49.5 12a4 4 0 1 0 .01 0z']],
  // General: a tricorne over a powdered wig with its bow.
  K: [...body, COLLAR, COLLAR_EDGE, LAPEL, EPAULETTE, EYE,
    ['pale', 'M49 24H65Q72 30 70 40L75 56 68 59 63 47Q54 48 52 40 54 35 50 32z'],
    ['line', 'M52 34h11M53 39.5h11M66 26q2 8 0 15'],
    ['dark', 'M63 46l9-4 2 7-8 2z'],
    ['pale', 'M36 16Q44-2 58 2 71 6 72 18z'],
    ['pale', 'M14 10Q24 20 40 14 58 6 70 13 80 17 90 6 90 22 76 28L34 28Q16 25 14 10z'],
    ['shade', 'M68 13.5Q80 18 89 9 88 22 75 27.5L62 27.5Q72 22 68 13.5z'],
    ['trim', 'M14 10Q20 23 36 23H73Q86 21 90 6L90 13Q87 25 76 28L34 28Q16 25 14 10z'],
    ['gold', 'M46 11.5a5 5 0 1 0 .01 0z']],
  // Colonel: a shako with its plume.
  J: [...body, COLLAR, COLLAR_EDGE, LAPEL, EPAULETTE, ...face, MOUSTACHE,
    ['trim', 'M45 14Q39 5 46-2 50.5-5 54-1 58 6 54 14z'], ['line', 'M50 3v7'],
    ['pale', 'M34 12L68 10 65 26H38z'], ['shade', 'M58 11L68 10 65 26H56Q60 19 58 11z'],
    ['pale', 'M33 9.5L69 7.5 68.5 12 34 14z'],
    ['dark', 'M28 28Q32 23.5 38 23.5H65.5L66 28z'], ['gold', 'M48 15L52.5 19 48 23.5 43.5 19z'],
    ['line', 'M60 28Q57 44 43 48']],
  // Major: a cuirassier's helmet with a comb and horsehair.
  I: [HEAD, NECK_SHADE, ['pale', 'M16 63Q17 55 33 53L47 51 64 52 78 55Q86 58 87 63z'], ['shade', 'M62 53Q84 53 86 62H66z'],
    COLLAR, ['line', 'M26 63Q28 57 36 55'], ['gold', 'M66 57a2 2 0 1 0 .01 0zM75 58a2 2 0 1 0 .01 0z'], EYE, MOUSTACHE,
    ['dark', 'M40 12Q44 2 58 2 78 4 80 24 81 36 75 46 76 34 70 24 66 12 56 11z'],
    ['pale', 'M36 26Q36 9 52 8 68 9 68 28L66 33H58L56 27z'], ['shade', 'M58 9Q68 12 67.5 28L65 32H60Q64 18 58 9z'],
    ['gold', 'M37 12Q44 3 56 5 66 8 70 20 64 12 54 11 45 10 37 16z'],
    ['trim', 'M27 29Q32 22 41 23L60 26.5V30L41 27.5Q33 26 27 29z'], ['line', 'M59 31Q56 45 43 48']],
  // Captain: a grenadier's bearskin.
  H: [...body, COLLAR, COLLAR_EDGE, LAPEL, EPAULETTE, ...face, MOUSTACHE,
    ['pale', 'M34 28Q30 18 34 9 40 1 52 2 66 2 70 11 73 21 67 31L61 32 58 27z'],
    ['shade', 'M60 3Q69 6 70 12 72 21 66.5 30L61 31Q68 17 60 3z'],
    ['line', 'M40 8l-2 5M47 6l-1 5M55 7v5M61 11l1 5M41 16l-1 5M49 14v5M57 17l1 5M64 20v5'],
    ['gold', 'M33 27.5Q33 20 38 18 43 20 44 27.5z'], ['line', 'M60 31Q58 45 43 48.5']],
  // Lieutenant: a lancer's cap, square on top.
  G: [...body, COLLAR, COLLAR_EDGE, ['line', 'M22 63L34 53 46 63'], EPAULETTE, ...face,
    ['pale', 'M27 7L55 2 78 8 52 14z'], ['shade', 'M52 14L78 8 66 20H56z'], ['pale', 'M27 7L52 14 56 22H40z'],
    ['pale', 'M37 20H66L65.5 28H38z'], ['trim', 'M37 20H66V24H37z'],
    ['dark', 'M28 30Q32 25.5 38 25.5H65.5V30z'], ['line', 'M61 29Q58 44 43 48.5'],
    ['gold', 'M49 19.5a4.2 4.2 0 1 0 .01 0z']],
  // Sergeant: a kepi, and chevrons on the sleeve.
  F: [...body, COLLAR, ['line', 'M33 53l4 10'], ...face, ['dark', 'M36.5 40Q42 38 48 45 41 47 36 43z'],
    ['shade', 'M58 28H65Q66 36 63 43L58 30z'],
    ['pale', 'M36 13Q50 7 64 10L67 27H37z'], ['shade', 'M56 9.5L64 10 67 27H58z'], ['line', 'M36 13Q50 17 64 11'],
    ['trim', 'M36.8 22H66.2L67 27H37z'], ['dark', 'M24 30Q30 25 38 25.5L52 27V29.5Q36 27 24 30z'],
    ['trim', 'M58 57L72 51 86 57V60L72 54.5 58 60zM60 62.5L72 57.5 84 62.5H78L72 60.5 66 62.5z']],
  // Miner: a beard, a lamp, a pick on the shoulder.
  E: [['pale', 'M69 63L78 22H82L74 63z'], ['pale', 'M58 19Q76 8 92 27 80 20 72 21 64 21 58 19z'],
    ...body, ['line', 'M30 54L38 63M62 52L58 63'],
    EYE, ['dark', 'M36 42Q41 38 46 39L53 36 56 28H61Q64 40 60 50 56 61 47 63L44 60 41 61 39 57Q35 50 38 47.5L42 46.5 38.5 45z'],
    ['pale', 'M37 24Q38 9 51 8 64 9 65 24z'], ['shade', 'M56 9Q64 12 64.5 23.5H59Q60 15 56 9z'],
    ['dark', 'M27 27Q32 22 40 22.5H66L70 26 66 28H38Q32 25.5 27 27z'],
    ['gold', 'M36 11h8v9h-8z'], ['trim', 'M33.5 9.5l3 2v8l-3 2z']],
  // Scout: a spyglass to the eye.
  D: [...body, ['line', 'M33 53l7 10M46 57l-4 6'], ['dark', 'M44 50L63 47 65 56 45 57.5z'],
    EAR, ['shade', 'M58 26H64Q67 34 63 43L59 38z'],
    ['pale', 'M8 21L23 23.5 22 35.5 6 36z'], ['pale', 'M22 25L42 28.5 41.5 34.5 22 34z'], ['trim', 'M20 23L24.5 23.7 24 35.3 19.5 35.5z'],
    ['trim', 'M39 27l5 1-.5 7.5-5-.5z'],
    ['pale', 'M18 63L25 45 23 38Q24 33 29 34L35 35Q38 37 37 41L33 47 31 63z'], ['line', 'M24.5 45.5l8.5 2M27 34.5l-.5 5M31 35l-.5 5'],
    ['pale', 'M36 25Q35 13 50 11 64 11 66 24L70 29 60 28z'], ['shade', 'M57 12Q65 14 65.5 24L68.5 28 60 27.5z'],
    ['trim', 'M36 20Q50 18 65.5 21.5L66 25.5Q50 22 36 25z'],
    ['pale', 'M58 19Q60 8 74 3 83 2 86 5 76 8 76 13 70 14 62 22z'], ['line', 'M60 20Q66 10 79 6']],
  // Spy: a broad hat, a mask, a collar turned up.
  C: [HEAD, NECK_SHADE, ['dark', 'M39.5 29H64L64.5 36Q58 34 54 37L48 37 44 35.5 38 34.5z'], ['pale', 'M42 31.5h4l-1 2.2h-3.5z'],
    ['pale', 'M12 63Q18 50 34 50L40 46Q50 52 62 42L72 40Q70 50 78 54 88 57 90 63z'],
    ['shade', 'M62 43L71 41Q69 50 78 55 87 58 89 62H64Q56 54 62 43z'],
    ['line', 'M40 46Q46 54 44 63M62 43Q56 52 58 63'], ['gold', 'M50 55a3 3 0 1 0 .01 0z'],
    ['pale', 'M35 23Q37 7 46 8 51 10 56 7 66 7 68 23z'], ['shade', 'M58 7.5Q66 9 67.5 22.5H60Q62 14 58 7.5z'],
    ['trim', 'M35 18.5Q52 22 67.5 18.5L68 24H34.5z'],
    ['pale', 'M12 31Q24 22 36 22 52 26 68 22 80 21 90 29 76 27 66 29 50 33 36 29 24 27 12 31z'],
    ['shade', 'M68 23Q80 22 88 28 76 26 66 28 62 29 58 29.5 66 27 68 23z']],
  // Bomb.
  B: [['ball', 'M45 32a30 30 0 1 0 .01 0z'], ['gleam', 'M22 63Q22 46 39 40 31 50 29 62 28 70 30 76 22 72 22 63z'],
    ['pale', 'M52 26L69 35 63 46 46 37z'], ['shade', 'M62 31.5L69 35 63 46 56 42z'], ['fuse', 'M61 31Q66 15 76 20'],
    ['gold', 'M80 3l3.5 9 8.5-2-4 8 8 6-9 2 1 10-8-6-7 7-1-10-10-1 8-6-4-8 9 2z'], ['pale', 'M79 16l4.5 4.5-4.5 4.5-4.5-4.5z']],
  // Flag.
  M: [['shade', 'M8 92Q20 78 44 82 64 84 70 92z'], ['pale', 'M24 14h6.5v70h-6.5z'], ['gold', 'M27.25 4a5 5 0 1 0 .01 0z'],
    ['pale', 'M30.5 17Q44 8 57 16 70 24 90 13L80 34 90 54Q72 64 58 56 44 49 30.5 58z'],
    ['shade', 'M57 16.5Q70 24 88 14.5L79 34 88.5 53Q72 62 58 55.5 66 36 57 16.5z'],
    ['trim', 'M30.5 30Q44 22 57 30 68 36 81 31.5L80 34 82 38.5Q68 44 57 38 44 30 30.5 38z']],
};
