from dataclasses import dataclass, field

from contracts import ADMIN_ROLE, SUPER_ADMIN, ApprovalStatus, ProfileType

PASSWORD = "Itqan-Demo-2026"  # noqa: S105 - public, printed at the start


@dataclass(frozen=True, slots=True)
class Provider:
    """An organization, known to every service as `demo_id("organization", key)`."""

    key: str
    name_en: str
    name_ar: str
    initials: str
    colour: str
    status: ApprovalStatus = ApprovalStatus.APPROVED


PROVIDERS = (
    Provider("gla", "Gulf Logistics Academy", "أكاديمية الخليج اللوجستية", "GLA", "#0f766e"),
    Provider(
        "rsp",
        "Red Sea Ports Training Centre",
        "مركز البحر الأحمر لتدريب الموانئ",
        "RSP",
        "#1d4ed8",
    ),
    Provider("nti", "Najd Transport Institute", "معهد نجد للنقل", "NTI", "#b45309"),
    Provider(
        "jlc",
        "Jubail Logistics College",
        "كلية الجبيل اللوجستية",
        "JLC",
        "#7c3aed",
        ApprovalStatus.SUBMITTED,
    ),
)


@dataclass(frozen=True, slots=True)
class DemoPerson:
    """A user with one profile: `demo_id("user", username)`, `demo_id("profile", username)`."""

    username: str
    name_en: str
    name_ar: str
    gender: str
    nationality: str = "SA"
    type: ProfileType = ProfileType.CANDIDATE
    organization: str | None = None
    roles: tuple[str, ...] = ()
    verified: bool = True
    identified: bool = True
    image: bool = True
    paid: bool = True
    can: str = field(default="")
    """Purpose of the account, for the list of accounts; empty omits it."""


TEAM = (
    DemoPerson(
        "admin",
        "Nasser Al Harbi",
        "ناصر الحربي",
        "male",
        type=ProfileType.ADMIN,
        roles=(SUPER_ADMIN,),
        can="everything: settings, categories, roles, approvals, all organizations",
    ),
    DemoPerson(
        "reviewer",
        "Maha Al Subaie",
        "مها السبيعي",
        "female",
        type=ProfileType.ADMIN,
        roles=(ADMIN_ROLE,),
        can="see all organizations' work and take part in approvals",
    ),
    DemoPerson(
        "gla",
        "Hanan Al Mutairi",
        "حنان المطيري",
        "female",
        type=ProfileType.ORGANIZATION,
        organization="gla",
        can="run Gulf Logistics Academy: trainings, batches, staff, enrollment requests",
    ),
    DemoPerson(
        "rsp",
        "Adel Al Ghamdi",
        "عادل الغامدي",
        "male",
        type=ProfileType.ORGANIZATION,
        organization="rsp",
        can="run Red Sea Ports Training Centre",
    ),
    DemoPerson(
        "nti",
        "Saud Al Qahtani",
        "سعود القحطاني",
        "male",
        type=ProfileType.ORGANIZATION,
        organization="nti",
        can="run Najd Transport Institute",
    ),
    DemoPerson(
        "gla.manager",
        "Bandar Al Dosari",
        "بندر الدوسري",
        "male",
        type=ProfileType.STAFF,
        organization="gla",
        roles=(ADMIN_ROLE,),
        can="staff of the academy with the admin role: also edits trainings",
    ),
    DemoPerson(
        "gla.staff",
        "Amal Al Shehri",
        "أمل الشهري",
        "female",
        type=ProfileType.STAFF,
        organization="gla",
        can="staff of the academy: sees trainings, batches, enrollments and payments",
    ),
    DemoPerson(
        "trainer",
        "Hind Al Dossary",
        "هند الدوسري",
        "female",
        type=ProfileType.TRAINER,
        organization="gla",
        can="trainer of the academy",
    ),
)

FEATURED = (
    DemoPerson(
        "sara", "Sara Al Otaibi", "سارة العتيبي", "female", can="a candidate who may enroll at once"
    ),
    DemoPerson(
        "omar",
        "Omar Al Zahrani",
        "عمر الزهراني",
        "male",
        identified=False,
        image=False,
        paid=False,
        can="a candidate before the gates: no civil number, picture or fee yet",
    ),
    DemoPerson(
        "layla", "Layla Al Harbi", "ليلى الحربي", "female", can="a candidate who may enroll at once"
    ),
    DemoPerson(
        "faisal",
        "Faisal Al Anazi",
        "فيصل العنزي",
        "male",
        can="a candidate who may enroll at once",
    ),
    DemoPerson(
        "reem",
        "Reem Al Juhani",
        "ريم الجهني",
        "female",
        paid=False,
        can="a candidate whose registration fee is due",
    ),
    DemoPerson(
        "majed",
        "Majed Al Balawi",
        "ماجد البلوي",
        "male",
        verified=False,
        identified=False,
        image=False,
        paid=False,
        can="a candidate who has not verified the account yet",
    ),
)

NEWCOMERS = (
    DemoPerson(
        "jlc",
        "Khulood Al Rasheed",
        "خلود الرشيد",
        "female",
        type=ProfileType.ORGANIZATION,
        organization="jlc",
        paid=False,
        can="Jubail Logistics College, whose approval is half-way through its levels",
    ),
)

# Username, name in English and Arabic, gender, nationality.
_CANDIDATES = """
abdullah|Abdullah Al Rashid|عبدالله الراشد|male|SA
noura|Noura Al Shammari|نورة الشمري|female|SA
khalid|Khalid Al Mansour|خالد المنصور|male|SA
fatimah|Fatimah Al Hassan|فاطمة الحسن|female|SA
turki|Turki Al Saadi|تركي السعدي|male|SA
hessa|Hessa Al Dakhil|حصة الدخيل|female|SA
mohammed.q|Mohammed Al Qarni|محمد القرني|male|SA
mohammed.b|Mohammed Bawazir|محمد باوزير|male|SA
ahmad|Ahmad Al Malki|أحمد المالكي|male|SA
maryam|Maryam Al Ahmadi|مريم الأحمدي|female|SA
yazeed|Yazeed Al Fifi|يزيد الفيفي|male|SA
lama|Lama Al Tamimi|لمى التميمي|female|SA
saleh|Saleh Al Amoudi|صالح العمودي|male|SA
ghada|Ghada Al Yami|غادة اليامي|female|SA
ibrahim|Ibrahim Asiri|إبراهيم عسيري|male|SA
munira|Munira Al Suwailem|منيرة السويلم|female|SA
hamad|Hamad Al Marri|حمد المري|male|SA
areej|Areej Fallatah|أريج فلاته|female|SA
sultan|Sultan Al Bishi|سلطان البيشي|male|SA
dalal|Dalal Al Enezi|دلال العنزي|female|SA
mishal|Mishal Al Ruwaili|مشعل الرويلي|male|SA
shahad|Shahad Kurdi|شهد كردي|female|SA
rayan|Rayan Al Jaber|ريان الجابر|male|SA
joud|Joud Al Nasser|جود الناصر|female|SA
waleed|Waleed Al Hazmi|وليد الحازمي|male|SA
afnan|Afnan Bakhsh|أفنان بخش|female|SA
naif|Naif Al Rashidi|نايف الرشيدي|male|SA
raghad|Raghad Al Sulami|رغد السلمي|female|SA
fahad|Fahad Al Khaldi|فهد الخالدي|male|SA
wejdan|Wejdan Al Thubaiti|وجدان الثبيتي|female|SA
ziyad|Ziyad Al Johar|زياد الجوهر|male|SA
basma|Basma Al Faraj|بسمة الفرج|female|SA
abdulaziz|Abdulaziz Al Owaid|عبدالعزيز العويد|male|SA
samar|Samar Mandili|سمر منديلي|female|SA
muath|Muath Al Ghofaily|معاذ الغفيلي|male|SA
haya|Haya Al Hajri|هيا الهاجري|female|SA
essa|Essa Al Nuaimi|عيسى النعيمي|male|SA
tahani|Tahani Al Omari|تهاني العمري|female|SA
badr|Badr Al Sharif|بدر الشريف|male|SA
ohoud|Ohoud Al Baqami|عهود البقمي|female|SA
hassan|Hassan Al Khalifah|حسن الخليفة|male|SA
rawan|Rawan Hakami|روان حكمي|female|SA
mahmoud|Mahmoud Abdelrahman|محمود عبدالرحمن|male|EG
yasmin|Yasmin Farouk|ياسمين فاروق|female|EG
imran|Imran Qureshi|عمران قريشي|male|PK
bilal|Bilal Ahmed|بلال أحمد|male|PK
rajesh|Rajesh Menon|راجيش مينون|male|IN
anita|Anita Thomas|أنيتا توماس|female|IN
jose|Jose Dela Cruz|خوسيه ديلا كروز|male|PH
maria|Maria Santos|ماريا سانتوس|female|PH
tariq|Tariq Al Hashimi|طارق الهاشمي|male|JO
rania|Rania Haddad|رانيا حداد|female|JO
ali|Ali Al Wesabi|علي الوصابي|male|YE
osman|Osman El Tayeb|عثمان الطيب|male|SD
"""


def _read(line: str) -> DemoPerson:
    username, name_en, name_ar, gender, nationality = line.split("|")
    return DemoPerson(username, name_en, name_ar, gender, nationality)


CANDIDATES = tuple(_read(line) for line in _CANDIDATES.strip().splitlines())

EVERYBODY = TEAM + FEATURED + CANDIDATES + NEWCOMERS
"""Append only: a person's number is the position here, and must not change."""
