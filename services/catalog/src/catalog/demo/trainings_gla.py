"""Trainings of Gulf Logistics Academy."""

from catalog.demo.training import ADVANCED, FOUNDATION, INTERMEDIATE, DemoTraining, Text

TRAININGS = (
    DemoTraining(
        "WHS-101",
        "warehouse-operations",
        FOUNDATION,
        40,
        1250,
        36,
        Text("Warehouse Operations Essentials", "أساسيات عمليات المستودعات"),
        Text(
            "The working day of a warehouse, from the truck at the dock to the order that leaves.",
            "يوم العمل في المستودع، من وصول الشاحنة إلى الرصيف حتى خروج الطلبية.",
        ),
        Text(
            "Candidates work through every step in a training warehouse of 1,200 pallet places: "
            "checking deliveries against their papers, choosing a location, picking by list and "
            "by scanner, packing and loading. Each day ends with a count, and every difference "
            "is traced to its cause.",
            "يمر المتدرب بكل خطوة داخل مستودع تدريبي يضم 1200 موقع طبلية: مطابقة الإرساليات "
            "بمستنداتها، واختيار موقع التخزين، والتجهيز بالقائمة وبالماسح الضوئي، ثم التغليف "
            "والتحميل. وينتهي كل يوم بجرد يُتتبَّع فيه كل فرق إلى سببه.",
        ),
        (
            Text(
                "Receive a delivery and record damage and shortage so that a claim stands",
                "استلام الإرسالية وتوثيق التلف والنقص بما يضمن قبول المطالبة",
            ),
            Text(
                "Choose storage locations by turnover, weight and shelf life",
                "اختيار مواقع التخزين بحسب معدل الدوران والوزن ومدة الصلاحية",
            ),
            Text(
                "Pick and pack with an accuracy of at least 99.5 %",
                "تجهيز الطلبيات وتغليفها بدقة لا تقل عن 99.5٪",
            ),
            Text(
                "Load a truck in delivery order and secure the load",
                "تحميل الشاحنة بترتيب التسليم وتثبيت الحمولة",
            ),
        ),
        Text(
            "New warehouse staff and job seekers who want to start in logistics",
            "موظفو المستودعات الجدد والباحثون عن عمل في القطاع اللوجستي",
        ),
    ),
    DemoTraining(
        "FLT-110",
        "material-handling",
        FOUNDATION,
        32,
        1600,
        36,
        Text("Counterbalance Forklift Operator", "مشغل رافعة شوكية ذات ثقل موازن"),
        Text(
            "Drive, lift and stack safely, and prove it in a practical test on the yard.",
            "القيادة والرفع والرص بأمان، وإثبات ذلك في اختبار عملي في الساحة.",
        ),
        Text(
            "Eight hours of theory on stability, load charts and daily checks are followed by "
            "three days on the machine, with no more than four candidates for each forklift. The "
            "assessment follows a written scoring sheet that the candidate sees on the first day.",
            "تسبق ثماني ساعات نظرية عن الاتزان ومخططات الأحمال والفحص اليومي ثلاثة أيام من "
            "التدريب على الآلة، بحيث لا يزيد عدد المتدربين على أربعة لكل رافعة. ويجري التقييم "
            "وفق نموذج درجات مكتوب يطّلع عليه المتدرب منذ اليوم الأول.",
        ),
        (
            Text(
                "Carry out the pre-use check and take an unsafe truck out of service",
                "إجراء الفحص قبل التشغيل وإيقاف الرافعة غير الآمنة",
            ),
            Text(
                "Read a load chart and refuse a lift that exceeds it",
                "قراءة مخطط الأحمال والامتناع عن الرفع الذي يتجاوزه",
            ),
            Text(
                "Stack and unstack pallets up to the fourth level",
                "رص الطبليات وإنزالها حتى المستوى الرابع",
            ),
        ),
        Text("Warehouse and yard workers from 18 years", "عمال المستودعات والساحات من سن 18 عامًا"),
        Text("Medical fitness and normal colour vision", "اللياقة الطبية وسلامة تمييز الألوان"),
    ),
    DemoTraining(
        "INV-201",
        "inventory-control",
        INTERMEDIATE,
        24,
        1450,
        None,
        Text("Inventory Control and Cycle Counting", "ضبط المخزون والجرد الدوري"),
        Text(
            "Keep the books and the shelves in agreement without closing the warehouse.",
            "الحفاظ على تطابق السجلات والأرفف دون إغلاق المستودع.",
        ),
        Text(
            "Built on the stock records of a spare-parts distributor: candidates classify items, "
            "set counting frequencies, find the five usual causes of differences and present a "
            "plan that would have prevented them.",
            "يقوم التدريب على سجلات مخزون موزع لقطع الغيار: يصنف المتدربون الأصناف، ويحددون "
            "دورية الجرد، ويكشفون الأسباب الخمسة المعتادة للفروقات، ثم يعرضون خطة كانت ستمنعها.",
        ),
        (
            Text(
                "Classify stock by value and criticality",
                "تصنيف المخزون بحسب القيمة والأهمية الحرجة",
            ),
            Text("Plan and run cycle counts", "تخطيط الجرد الدوري وتنفيذه"),
            Text(
                "Set reorder points and safety stock from real demand",
                "تحديد نقاط إعادة الطلب ومخزون الأمان من الطلب الفعلي",
            ),
        ),
        Text("Stock controllers and warehouse supervisors", "مراقبو المخزون ومشرفو المستودعات"),
        Text("One year in a warehouse, or WHS-101", "خبرة سنة في مستودع أو اجتياز WHS-101"),
    ),
    DemoTraining(
        "WMS-230",
        "warehouse-systems",
        INTERMEDIATE,
        30,
        1900,
        None,
        Text("Working with Warehouse Management Systems", "العمل على أنظمة إدارة المستودعات"),
        Text(
            "Master data, waves, scanners and the reports that a supervisor reads each morning.",
            "البيانات الأساسية وموجات التجهيز والماسحات والتقارير التي يقرؤها المشرف كل صباح.",
        ),
        Text(
            "On a training system with a year of history, candidates set up locations and items, "
            "release waves, solve short picks, and build the daily dashboard of a shift. No "
            "programming is needed.",
            "على نظام تدريبي يحوي بيانات سنة كاملة، يهيئ المتدربون المواقع والأصناف، ويطلقون "
            "موجات التجهيز، ويعالجون النقص، ويبنون لوحة متابعة يومية للوردية. ولا يتطلب ذلك برمجة.",
        ),
        (
            Text("Maintain item and location master data", "إدارة بيانات الأصناف والمواقع"),
            Text("Plan waves against truck departures", "تخطيط موجات التجهيز وفق مواعيد الشاحنات"),
            Text(
                "Explain a stock difference from the transaction log",
                "تفسير فروقات المخزون من سجل الحركات",
            ),
        ),
        Text("Supervisors and system key users", "المشرفون والمستخدمون الرئيسيون للنظام"),
        Text("Confident use of a computer", "إجادة استخدام الحاسب"),
    ),
    DemoTraining(
        "CLD-150",
        "cold-chain",
        INTERMEDIATE,
        24,
        1750,
        24,
        Text(
            "Cold Chain for Food and Medicines",
            "سلسلة التبريد للأغذية والأدوية",
        ),
        Text(
            "Keep the temperature right from the plant to the pharmacy, and be able to prove it.",
            "الحفاظ على درجة الحرارة من المصنع إلى الصيدلية مع القدرة على إثبات ذلك.",
        ),
        Text(
            "Candidates map a cold room, qualify a refrigerated truck, read data loggers and "
            "decide what happens to a shipment that was out of range for forty minutes. The rules "
            "of good distribution practice are applied, not only read.",
            "يرسم المتدربون خريطة حرارية لغرفة تبريد، ويتحققون من جاهزية شاحنة مبردة، ويقرؤون "
            "مسجلات الحرارة، ويقررون مصير شحنة خرجت عن نطاقها أربعين دقيقة. وتُطبَّق قواعد "
            "ممارسات التوزيع الجيد ولا يُكتفى بقراءتها.",
        ),
        (
            Text(
                "Map temperatures in a cold room and place the sensors",
                "رسم الخريطة الحرارية لغرفة التبريد وتحديد مواضع الحساسات",
            ),
            Text("Prepare a vehicle and a load", "تجهيز المركبة والحمولة"),
            Text(
                "Handle an excursion and record the decision",
                "التعامل مع الانحراف الحراري وتوثيق القرار",
            ),
        ),
        Text(
            "Cold store and pharmaceutical distribution staff",
            "موظفو مستودعات التبريد وتوزيع الأدوية",
        ),
    ),
    DemoTraining(
        "DGR-210",
        "dg-air",
        ADVANCED,
        40,
        3200,
        24,
        Text("Dangerous Goods by Air: Acceptance", "المواد الخطرة جوًّا: قبول الشحنات"),
        Text(
            "Check a shipment of dangerous goods so that it may fly, or say why it may not.",
            "فحص شحنة المواد الخطرة ليُسمح لها بالطيران أو بيان سبب المنع.",
        ),
        Text(
            "For acceptance staff of airlines, handlers and forwarders. Two days of "
            "classification and packing are followed by acceptance checks on sixty prepared "
            "shipments, a third of which contain a fault. The final test is closed-time and "
            "open-book, as the work is.",
            "موجه لموظفي القبول لدى شركات الطيران والمناولة والشحن. يلي يومين من التصنيف "
            "والتعبئة فحصُ ستين شحنة معدة مسبقًا، في ثلثها خلل. والاختبار النهائي محدد الوقت "
            "ومفتوح المراجع، كما هو العمل الفعلي.",
        ),
        (
            Text(
                "Find the correct entry and packing instruction",
                "تحديد البند الصحيح وتعليمات التعبئة المناسبة",
            ),
            Text(
                "Check marks, labels and the shipper's declaration",
                "فحص العلامات والملصقات وإقرار الشاحن",
            ),
            Text(
                "Apply the limits of passenger and cargo aircraft",
                "تطبيق حدود طائرات الركاب وطائرات الشحن",
            ),
            Text(
                "Complete an acceptance checklist that stands up to an audit",
                "إعداد قائمة قبول تصمد أمام التدقيق",
            ),
        ),
        Text("Cargo acceptance and forwarding staff", "موظفو قبول الشحن الجوي وشركات الشحن"),
        Text("Basic English reading", "قراءة أساسية باللغة الإنجليزية"),
    ),
    DemoTraining(
        "LMD-120",
        "last-mile",
        FOUNDATION,
        16,
        0,
        None,
        Text("Last-Mile Delivery Associate", "مندوب توصيل الميل الأخير"),
        Text(
            "Plan the round, find the door, and hand over so that nothing comes back.",
            "تخطيط الجولة والوصول إلى العنوان والتسليم دون مرتجعات.",
        ),
        Text(
            "Short and practical: sorting the van, working with the national address, calling "
            "ahead, cash and card on delivery, and what to do when nobody answers. A day of "
            "accompanied rounds is included.",
            "برنامج قصير وعملي: ترتيب المركبة، واستخدام العنوان الوطني، والاتصال المسبق، والدفع "
            "نقدًا وبالبطاقة عند الاستلام، والتصرف عند عدم الرد. ويشمل يومًا من الجولات المصحوبة.",
        ),
        (
            Text("Load a van in stop order", "تحميل المركبة وفق ترتيب التوقفات"),
            Text(
                "Use the national address and map tools",
                "استخدام العنوان الوطني وأدوات الخرائط",
            ),
            Text(
                "Record a delivery, a refusal and a failed attempt",
                "توثيق التسليم والرفض والمحاولة المتعذرة",
            ),
        ),
        Text("Delivery staff and freelancers", "موظفو التوصيل والعاملون لحسابهم الخاص"),
        Text("A valid driving licence", "رخصة قيادة سارية"),
    ),
    DemoTraining(
        "PRC-220",
        "procurement",
        INTERMEDIATE,
        30,
        2400,
        None,
        Text("Procurement and Supplier Management", "المشتريات وإدارة الموردين"),
        Text(
            "From a clear need to a contract that both sides keep.",
            "من تحديد الحاجة بوضوح إلى عقد يلتزم به الطرفان.",
        ),
        Text(
            "Candidates run one purchase from start to end: they write the specification, invite "
            "and compare offers by total cost, negotiate in pairs, and measure the supplier over "
            "six simulated months.",
            "ينفذ المتدربون عملية شراء واحدة من بدايتها إلى نهايتها: يكتبون المواصفة، ويطلبون "
            "العروض ويقارنونها بالتكلفة الكلية، ويتفاوضون في مجموعات ثنائية، ثم يقيسون أداء "
            "المورد خلال ستة أشهر افتراضية.",
        ),
        (
            Text(
                "Write a specification that can be compared and checked",
                "كتابة مواصفة قابلة للمقارنة والتحقق",
            ),
            Text("Compare offers by total cost", "مقارنة العروض بالتكلفة الكلية"),
            Text(
                "Set up a supplier scorecard and act on it",
                "إعداد بطاقة أداء المورد والتصرف بناءً عليها",
            ),
        ),
        Text("Buyers and contract coordinators", "موظفو المشتريات ومنسقو العقود"),
    ),
    DemoTraining(
        "SCM-310",
        "demand-planning",
        ADVANCED,
        36,
        3600,
        None,
        Text("Demand and Supply Planning", "تخطيط الطلب والإمداد"),
        Text(
            "Forecast, agree on one plan, and see early where it will break.",
            "التنبؤ بالطلب والاتفاق على خطة واحدة واستشراف مواطن تعثرها مبكرًا.",
        ),
        Text(
            "A planning month is played through with real sales data of a beverage maker, "
            "seasons such as Ramadan and summer included. Candidates choose forecasting methods, "
            "measure their error, and chair a sales and operations meeting.",
            "تُحاكى دورة تخطيط شهرية ببيانات مبيعات حقيقية لشركة مشروبات، بما فيها مواسم مثل "
            "رمضان والصيف. ويختار المتدربون أساليب التنبؤ ويقيسون خطأها ويديرون اجتماع تخطيط "
            "المبيعات والعمليات.",
        ),
        (
            Text(
                "Choose and measure a forecasting method",
                "اختيار أسلوب التنبؤ وقياس دقته",
            ),
            Text(
                "Balance stock, capacity and service level",
                "الموازنة بين المخزون والطاقة ومستوى الخدمة",
            ),
            Text(
                "Prepare and chair a planning meeting",
                "الإعداد لاجتماع التخطيط وإدارته",
            ),
        ),
        Text("Planners and supply chain analysts", "المخططون ومحللو سلاسل الإمداد"),
        Text("Good command of spreadsheets", "إجادة الجداول الإلكترونية"),
    ),
    DemoTraining(
        "SAF-101",
        "logistics-safety",
        FOUNDATION,
        8,
        450,
        12,
        Text("Safety on Site in Logistics", "السلامة في المواقع اللوجستية"),
        Text(
            "One day that everybody on a logistics site should have had.",
            "يوم تدريبي واحد ينبغي أن يجتازه كل من يعمل في موقع لوجستي.",
        ),
        Text(
            "Vehicles and people on the same floor, working at the dock edge, lifting by hand, "
            "heat in summer, fire, and what to do in the first three minutes after an accident.",
            "حركة المركبات والأفراد في المكان نفسه، والعمل على حافة الرصيف، والرفع اليدوي، "
            "والإجهاد الحراري صيفًا، والحريق، وما يجب فعله في الدقائق الثلاث الأولى بعد الحادث.",
        ),
        (
            Text("Recognize and report hazards", "التعرف على المخاطر والإبلاغ عنها"),
            Text("Lift by hand without injury", "الرفع اليدوي دون إصابة"),
            Text(
                "Act correctly in a fire and after an accident",
                "التصرف السليم عند الحريق وبعد الحوادث",
            ),
        ),
        Text("Everybody who works on site", "جميع العاملين في الموقع"),
    ),
)
