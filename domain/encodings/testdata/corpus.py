"""Texts of thirty-odd languages in the encodings that they are kept in, and how often charset-normalizer finds them.

Short: pieces of 40 bytes of article 1 of the Universal Declaration of Human Rights and of beginnings of books in the public
domain. Long: 2 KB of the translations of our own screens of which the model has seen none (see letters.py: HELD_OUT).
Of each text the checksum of Python's bytes is kept, so that the test knows that its own are the same.
Run with charset-normalizer installed: python3 corpus.py > corpus.json
"""
import json
import unicodedata
import zlib

from charset_normalizer import from_bytes
from letters import HELD_OUT, prose, vietnamese

WEST = ["windows-1252"]
NORTH = ["windows-1252", "iso-8859-15"]
CENTRAL = ["windows-1250", "iso-8859-2"]
CYRILLIC = ["windows-1251", "koi8-r", "iso-8859-5"]
BALTIC = ["windows-1257", "iso-8859-13"]
PYTHON = {"windows-874": "cp874"}

TEXTS = {
    "en": (WEST, "“It was the best of times, it was the worst of times, it was the age of wisdom” — so it begins. The café’s naïve owner, a fiancée of £20’s worth, read it."),
    "de": (NORTH, "Alle Menschen sind frei und gleich an Würde und Rechten geboren. Sie sind mit Vernunft und Gewissen begabt und sollen einander im Geiste der Brüderlichkeit begegnen. Über allen Gipfeln ist Ruh, in allen Wipfeln spürest du kaum einen Hauch; die Vögelein schweigen im Walde."),
    "fr": (NORTH, "Tous les êtres humains naissent libres et égaux en dignité et en droits. Ils sont doués de raison et de conscience et doivent agir les uns envers les autres dans un esprit de fraternité. Longtemps, je me suis couché de bonne heure. Parfois, à peine ma bougie éteinte, mes yeux se fermaient si vite que je n'avais pas le temps de me dire"),
    "es": (WEST, "Todos los seres humanos nacen libres e iguales en dignidad y derechos y, dotados como están de razón y conciencia, deben comportarse fraternalmente los unos con los otros. En un lugar de la Mancha, de cuyo nombre no quiero acordarme, no ha mucho tiempo que vivía un hidalgo de los de lanza en astillero, adarga antigua, rocín flaco y galgo corredor."),
    "pt": (WEST, "Todos os seres humanos nascem livres e iguais em dignidade e em direitos. Dotados de razão e de consciência, devem agir uns para com os outros em espírito de fraternidade. As armas e os barões assinalados que da ocidental praia lusitana, por mares nunca de antes navegados, passaram ainda além da Taprobana"),
    "it": (WEST, "Tutti gli esseri umani nascono liberi ed eguali in dignità e diritti. Nel mezzo del cammin di nostra vita mi ritrovai per una selva oscura, ché la diritta via era smarrita. Ahi quanto a dir qual era è cosa dura esta selva selvaggia e aspra e forte che nel pensier rinova la paura! Tant'è amara che poco è più morte"),
    "nl": (WEST, "Zonder één enkele reden, zo schreef zij uit België, hebben zij de financiële ideeën van de reünie geëerd. Alle mensen worden vrij en gelijk in waardigheid en rechten geboren; in Oekraïne en Italië ook."),
    "sv": (NORTH, "Alla människor är födda fria och lika i värde och rättigheter. De är utrustade med förnuft och samvete och bör handla gentemot varandra i en anda av broderskap."),
    "da": (NORTH, "Alle mennesker er født frie og lige i værdighed og rettigheder. De er udstyret med fornuft og samvittighed, og de bør handle mod hverandre i en broderskabets ånd."),
    "no": (WEST, "Alle mennesker er født frie og med samme menneskeverd og menneskerettigheter. De er utstyrt med fornuft og samvittighet og bør handle mot hverandre i brorskapets ånd."),
    "fi": (NORTH, "Kaikki ihmiset syntyvät vapaina ja tasavertaisina arvoltaan ja oikeuksiltaan. Heille on annettu järki ja omatunto, ja heidän on toimittava toisiaan kohtaan veljeyden hengessä."),
    "is": (WEST, "Hver maður er borinn frjáls og jafn öðrum að virðingu og réttindum. Menn eru gæddir vitsmunum og samvisku, og ber þeim að breyta bróðurlega hverjum við annan."),
    "cs": (CENTRAL, "Všichni lidé rodí se svobodní a sobě rovní co do důstojnosti a práv. Jsou nadáni rozumem a svědomím a mají spolu jednat v duchu bratrství."),
    "sk": (CENTRAL, "Všetci ľudia sa rodia slobodní a sebe rovní, čo sa týka ich dôstojnosti a práv. Sú obdarení rozumom a majú navzájom jednať v bratskom duchu."),
    "pl": (CENTRAL, "Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw. Są oni obdarzeni rozumem i sumieniem i powinni postępować wobec innych w duchu braterstwa. Litwo! Ojczyzno moja! ty jesteś jak zdrowie; ile cię trzeba cenić, ten tylko się dowie, kto cię stracił."),
    "hu": (CENTRAL, "Minden emberi lény szabadon születik és egyenlő méltósága és joga van. Az emberek, ésszel és lelkiismerettel bírván, egymással szemben testvéri szellemben kell hogy viseltessenek."),
    "ro": (CENTRAL, "Toate fiinţele umane se nasc libere şi egale în demnitate şi în drepturi. Ele sunt înzestrate cu raţiune şi conştiinţă şi trebuie să se comporte unele faţă de altele în spiritul fraternităţii."),
    "sl": (CENTRAL, "Že nekaj časa živi človek v hiši ob reki, kjer raste češnja in teče čista voda. Vsi ljudje se rodijo svobodni in imajo enako dostojanstvo in enake pravice, če se še tako razlikujejo."),
    "hr": (CENTRAL, "Sva ljudska bića rađaju se slobodna i jednaka u dostojanstvu i pravima. Ona su obdarena razumom i sviješću te trebaju jedna prema drugima postupati u duhu bratstva."),
    "ru": (CYRILLIC, "Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и совестью и должны поступать в отношении друг друга в духе братства. Все счастливые семьи похожи друг на друга, каждая несчастливая семья несчастлива по-своему."),
    "uk": (["windows-1251", "koi8-u", "iso-8859-5"], "Всі люди народжуються вільними і рівними у своїй гідності та правах. Вони наділені розумом і совістю і повинні діяти у відношенні один до одного в дусі братерства."),
    "bg": (["windows-1251", "iso-8859-5"], "Всички хора се раждат свободни и равни по достойнство и права. Те са надарени с разум и съвест и следва да се отнасят помежду си в дух на братство."),
    "sr": (["windows-1251", "iso-8859-5"], "Сва људска бића рађају се слободна и једнака у достојанству и правима. Она су обдарена разумом и свешћу и треба једни према другима да поступају у духу братства."),
    "el": (["windows-1253", "iso-8859-7"], "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα. Είναι προικισμένοι με λογική και συνείδηση, και οφείλουν να συμπεριφέρονται μεταξύ τους με πνεύμα αδελφοσύνης."),
    "tr": (["windows-1254"], "Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar. Akıl ve vicdana sahiptirler ve birbirlerine karşı kardeşlik zihniyeti ile hareket etmelidirler."),
    "he": (["windows-1255", "iso-8859-8"], "כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם. כולם חוננו בתבונה ובמצפון, לפיכך חובה עליהם לנהוג איש ברעהו ברוח של אחוה."),
    "ar": (["windows-1256", "iso-8859-6"], "يولد جميع الناس أحرارا متساوين في الكرامة والحقوق. وقد وهبوا عقلا وضميرا وعليهم أن يعامل بعضهم بعضا بروح الإخاء."),
    "et": (["windows-1257", "windows-1252"], "Kõik inimesed sünnivad vabadena ja võrdsetena oma väärikuselt ja õigustelt. Neile on antud mõistus ja südametunnistus ja nende suhtumist üksteisesse peab kandma vendluse vaim."),
    "lv": (BALTIC, "Visi cilvēki piedzimst brīvi un vienlīdzīgi savā pašcieņā un tiesībās. Viņi ir apveltīti ar saprātu un sirdsapziņu, un viņiem jāizturas citam pret citu brālības garā."),
    "lt": (BALTIC, "Visi žmonės gimsta laisvi ir lygūs savo orumu ir teisėmis. Jiems suteiktas protas ir sąžinė ir jie turi elgtis vienas kito atžvilgiu kaip broliai."),
    "vi": (["windows-1258"], "Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền. Mọi con người đều được tạo hóa ban cho lý trí và lương tâm và cần phải đối xử với nhau trong tình anh em."),
    "th": (["windows-874"], "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ ต่างมีเหตุผลและมโนธรรม และควรปฏิบัติต่อกันด้วยเจตนารมณ์แห่งภราดรภาพ"),
    "ja": (["shift_jis", "euc-jp"], "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。人間は、理性と良心とを授けられており、互いに同胞の精神をもって行動しなければならない。吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。"),
    "ko": (["euc-kr"], "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. 인간은 천부적으로 이성과 양심을 부여받았으며 서로 형제애의 정신으로 행동하여야 한다."),
    "zh-Hans": (["gb18030"], "人人生而自由,在尊严和权利上一律平等。他们赋有理性和良心,并应以兄弟关系的精神相对待。道可道,非常道。名可名,非常名。无名天地之始,有名万物之母。"),
    "zh-Hant": (["big5"], "人人生而自由,在尊嚴和權利上一律平等。他們賦有理性和良心,並應以兄弟關係的精神互相對待。道可道,非常道。名可名,非常名。無名天地之始,有名萬物之母。"),
}
SHORT, LONG = 40, 2048


def encoded(text, encoding):
    return text.encode(PYTHON.get(encoding, encoding))


def fitting(text, encoding):
    """The text with what the encoding lacks left out."""
    out = []
    for sign in text:
        try:
            encoded(sign, encoding)
            out.append(sign)
        except UnicodeEncodeError:
            pass
    return "".join(out)


def pieces(text, encoding):
    """Pieces of at most SHORT bytes, cut at blanks where there are any, that are no ASCII."""
    piece = ""
    parts = [part + " " for part in text.split(" ")] if text.count(" ") > len(text) / 30 else list(text)
    for part in parts:
        if len(encoded(piece + part, encoding).rstrip()) > SHORT:
            yield piece.strip()
            piece = ""
        piece += part


def found_by_normalizer(raw, text):
    best = from_bytes(raw).best()
    try:
        return best is not None and raw.decode(best.encoding) == text
    except (UnicodeDecodeError, LookupError):
        return False


rows, normalizer = [], {"short": [0, 0], "long": [0, 0]}
for language, (encodings, text) in TEXTS.items():
    if language == "vi":
        text = vietnamese(text)
    for encoding in [*encodings, "utf-16le"]:
        samples = [("short", piece) for piece in pieces(fitting(text, encoding), encoding)] if encoding[:3] != "utf" else []
        long = prose(language, HELD_OUT) if language not in ("is", "sr") else text * 9
        if language == "ro":
            long = long.translate(str.maketrans("șțȘȚ", "şţŞŢ"))
        long = fitting(vietnamese(long) if language == "vi" else long, encoding)
        most = 256 if encoding == "utf-16le" else LONG
        size = most
        while len(encoded(long[:size], encoding)) > most:
            size -= 8
        samples.append(("long", long[:size]))
        for kind, sample in samples:
            if sample.isascii():
                continue
            raw = encoded(sample, encoding)
            rows.append([language, encoding, kind, sample, zlib.crc32(raw)])
            if encoding[:3] != "utf":
                normalizer[kind][0] += found_by_normalizer(raw, sample)
                normalizer[kind][1] += 1

print(json.dumps({"normalizer": normalizer}, ensure_ascii=False)[:-1] + ', "texts": [\n' + ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n]}")
