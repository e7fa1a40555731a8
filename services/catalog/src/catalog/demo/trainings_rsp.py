"""Trainings of Red Sea Ports Training Centre."""

from catalog.demo.training import ADVANCED, FOUNDATION, INTERMEDIATE, DemoTraining, Text

TRAININGS = (
    DemoTraining(
        "PRT-101",
        "terminal-operations",
        FOUNDATION,
        35,
        1500,
        None,
        Text("Container Terminal Operations", "عمليات محطات الحاويات"),
        Text(
            "How a box moves from the ship to the gate, and who decides at each point.",
            "مسار الحاوية من السفينة إلى البوابة ومن يتخذ القرار عند كل نقطة.",
        ),
        Text(
            "Berth, yard, gate and rail in one week, with two mornings at the terminal. Candidates "
            "read a stowage plan, plan a yard block and work out why trucks queue.",
            "الرصيف والساحة والبوابة والسكة الحديدية في أسبوع واحد، مع صباحين داخل المحطة. يقرأ "
            "المتدربون مخطط رص السفينة، ويخططون ساحة تخزين، ويحللون أسباب ازدحام الشاحنات.",
        ),
        (
            Text("Read a stowage plan", "قراءة مخطط رص الحاويات على السفينة"),
            Text("Plan import and export blocks", "تخطيط ساحات الوارد والصادر"),
            Text("Measure and improve truck turn time", "قياس زمن دورة الشاحنة وتحسينه"),
        ),
        Text("New terminal and shipping line staff", "الموظفون الجدد في المحطات والخطوط الملاحية"),
    ),
    DemoTraining(
        "CRN-250",
        "port-equipment",
        ADVANCED,
        80,
        6800,
        24,
        Text("Yard Crane Operator (RTG)", "مشغل رافعة الساحة (RTG)"),
        Text(
            "Eighty hours on simulator and crane, ending with the operator's assessment.",
            "ثمانون ساعة على المحاكي والرافعة تنتهي بتقييم المشغل.",
        ),
        Text(
            "Half of the hours are spent on a full-motion simulator with wind, night and faults "
            "that nobody would try on the real machine; the other half on the crane with an "
            "trainer beside the candidate.",
            "يقضي المتدرب نصف الساعات على محاكٍ كامل الحركة يتضمن الرياح والعمل الليلي والأعطال "
            "التي لا تُجرَّب على الآلة الحقيقية، والنصف الآخر على الرافعة برفقة مدرب.",
        ),
        (
            Text("Carry out pre-start and shift checks", "إجراء فحوص ما قبل التشغيل والوردية"),
            Text(
                "Handle containers at twenty moves an hour without contact",
                "مناولة الحاويات بعشرين حركة في الساعة دون تلامس",
            ),
            Text("Respond to wind, faults and alarms", "الاستجابة للرياح والأعطال والإنذارات"),
        ),
        Text("Experienced equipment operators", "مشغلو المعدات ذوو الخبرة"),
        Text(
            "Two years on yard equipment and a medical certificate",
            "خبرة سنتين على معدات الساحة وشهادة لياقة طبية",
        ),
    ),
    DemoTraining(
        "CUS-201",
        "customs-clearance",
        INTERMEDIATE,
        40,
        2200,
        36,
        Text("Customs Clearance Practitioner", "ممارس التخليص الجمركي"),
        Text(
            "Prepare a declaration that is accepted the first time.",
            "إعداد بيان جمركي يُقبل من المرة الأولى.",
        ),
        Text(
            "Import, export, transit and re-export are cleared on a training platform, with the "
            "duties and taxes worked out by hand before the system does it. Real cases show "
            "what inspection, valuation disputes and fines come from.",
            "تُنجز معاملات الاستيراد والتصدير والعبور وإعادة التصدير على منصة تدريبية، وتُحسب "
            "الرسوم والضرائب يدويًا قبل أن يحسبها النظام. وتبين حالات واقعية منشأ المعاينة "
            "والخلاف على القيمة والغرامات.",
        ),
        (
            Text(
                "Complete import, export and transit declarations",
                "إعداد بيانات الاستيراد والتصدير والعبور",
            ),
            Text("Work out duties and taxes", "احتساب الرسوم والضرائب"),
            Text(
                "Prepare for inspection and answer a valuation query",
                "الاستعداد للمعاينة والرد على استفسارات القيمة",
            ),
        ),
        Text("Clearance agents and import staff", "المخلصون الجمركيون وموظفو الاستيراد"),
    ),
    DemoTraining(
        "HSC-240",
        "tariff-classification",
        INTERMEDIATE,
        18,
        1350,
        None,
        Text("Tariff Classification by the Harmonized System", "التصنيف وفق النظام المنسق"),
        Text(
            "Find the right code by the rules, and defend it.",
            "الوصول إلى البند الصحيح وفق القواعد والدفاع عنه.",
        ),
        Text(
            "The six interpretation rules are practised on two hundred products, from date syrup "
            "to solar inverters. Participants write the reasoning for each code as they would in "
            "an advance ruling request.",
            "يتدرّب المشاركون على القواعد التفسيرية الست عبر مئتي منتج، من دبس التمر إلى محولات "
            "الطاقة الشمسية، ويكتبون تعليل كل بند كما لو كان طلب حكم مسبق.",
        ),
        (
            Text("Apply the interpretation rules in order", "تطبيق القواعد التفسيرية بترتيبها"),
            Text("Use section and chapter notes", "الاستعانة بملاحظات الأقسام والفصول"),
            Text("Request an advance ruling", "طلب حكم مسبق"),
        ),
        Text("Clearance and compliance staff", "موظفو التخليص والالتزام"),
    ),
    DemoTraining(
        "IMD-210",
        "dg-sea",
        ADVANCED,
        32,
        2800,
        24,
        Text("Dangerous Goods by Sea", "المواد الخطرة بحرًا"),
        Text(
            "Stowage, segregation and papers for packed dangerous goods on board.",
            "رص المواد الخطرة المعبأة على السفن وفصلها ومستنداتها.",
        ),
        Text(
            "For port and line staff who book, load or store packed dangerous goods. Segregation "
            "is practised on real bay plans, and emergencies on the quay are rehearsed with the "
            "port's fire team.",
            "موجه لموظفي الموانئ والخطوط الملاحية الذين يحجزون المواد الخطرة المعبأة أو يحملونها "
            "أو يخزنونها. ويشمل التدريب الفصل بمخططات سفن حقيقية، والطوارئ مع فريق إطفاء "
            "الميناء.",
        ),
        (
            Text("Check a dangerous goods declaration", "فحص إقرار المواد الخطرة"),
            Text("Plan stowage and segregation", "تخطيط الرص والفصل"),
            Text("Act in the first minutes of a spill", "التصرف في الدقائق الأولى من الانسكاب"),
        ),
        Text("Port, line and terminal planners", "مخططو الموانئ والخطوط والمحطات"),
    ),
    DemoTraining(
        "AGY-130",
        "shipping-agency",
        FOUNDATION,
        20,
        1100,
        None,
        Text("Shipping Agency Practice", "ممارسات الوكالة البحرية"),
        Text(
            "Everything a port call needs, from the first notice to the final account.",
            "كل ما تحتاجه زيارة السفينة، من الإشعار الأول إلى الحساب الختامي.",
        ),
        Text(
            "Candidates act as agents of one vessel: they arrange berth, pilot, supplies and crew "
            "change, issue bills of lading, and close the disbursement account.",
            "يتولى المتدربون دور وكيل سفينة واحدة: يرتبون الرصيف والإرشاد والتموين وتبديل الطاقم، "
            "ويصدرون بوالص الشحن، ويقفلون حساب المصروفات.",
        ),
        (
            Text("Prepare a port call", "التحضير لزيارة السفينة"),
            Text("Issue and release bills of lading", "إصدار بوالص الشحن والإفراج عنها"),
            Text("Close a disbursement account", "إقفال حساب المصروفات"),
        ),
        Text("Agency and line staff", "موظفو الوكالات والخطوط الملاحية"),
    ),
    DemoTraining(
        "FWD-201",
        "freight-forwarding",
        INTERMEDIATE,
        45,
        2600,
        None,
        Text("International Freight Forwarding", "شحن البضائع الدولي"),
        Text(
            "Quote, book and follow a shipment by sea, air and road.",
            "تسعير الشحنة وحجزها ومتابعتها بحرًا وجوًّا وبرًّا.",
        ),
        Text(
            "Nine shipments are handled from inquiry to invoice, each with its own difficulty: a "
            "missed cut-off, a wrong consignee, a container that is opened for inspection. The "
            "forwarder's liability runs through all of them.",
            "تُعالج تسع شحنات من الاستفسار إلى الفاتورة، لكل منها صعوبتها: فوات موعد الإقفال، أو "
            "خطأ في المرسل إليه، أو حاوية تُفتح للمعاينة. وتحضر مسؤولية الشاحن في جميعها.",
        ),
        (
            Text("Build a door-to-door quotation", "إعداد عرض سعر من الباب إلى الباب"),
            Text(
                "Choose a mode by time, cost and risk",
                "اختيار وسيلة النقل وفق الوقت والتكلفة والخطر",
            ),
            Text("Handle claims and delays", "معالجة المطالبات والتأخير"),
        ),
        Text("Operations and sales staff of forwarders", "موظفو العمليات والمبيعات في شركات الشحن"),
    ),
    DemoTraining(
        "INC-110",
        "trade-documents",
        FOUNDATION,
        12,
        850,
        None,
        Text("Trade Terms and Shipping Documents", "مصطلحات التجارة ومستندات الشحن"),
        Text(
            "Who pays, who carries the risk, and which paper proves it.",
            "من يدفع، ومن يتحمل الخطر، وأي مستند يثبت ذلك.",
        ),
        Text(
            "Two days on the trade terms in use, the invoice, packing list, certificate of "
            "origin and transport documents, with the mistakes that hold up a letter of credit.",
            "يومان عن مصطلحات التجارة المتداولة والفاتورة وقائمة التعبئة وشهادة المنشأ ومستندات "
            "النقل، مع الأخطاء التي توقف الاعتماد المستندي.",
        ),
        (
            Text("Choose a trade term for a sale", "اختيار مصطلح التجارة المناسب للصفقة"),
            Text("Check a set of documents", "تدقيق مجموعة مستندات كاملة"),
            Text("Avoid refusals under a letter of credit", "تجنب الرفض في الاعتماد المستندي"),
        ),
        Text("Import, export and banking staff", "موظفو الاستيراد والتصدير والبنوك"),
    ),
)
