"""Trainings of Najd Transport Institute."""

from catalog.demo.training import ADVANCED, FOUNDATION, INTERMEDIATE, DemoTraining, Text

TRAININGS = (
    DemoTraining(
        "HDV-101",
        "professional-driving",
        FOUNDATION,
        60,
        2900,
        60,
        Text("Heavy Truck Driver", "سائق الشاحنات الثقيلة"),
        Text(
            "The craft of driving a loaded articulated truck, day and night.",
            "إتقان قيادة الشاحنة ذات المقطورة المحملة ليلًا ونهارًا.",
        ),
        Text(
            "Vehicle checks, coupling, reversing, mountain descents and load securing on our own "
            "ground, followed by 300 kilometres on the road with an trainer. Driving and "
            "rest times are planned for every trip.",
            "فحص المركبة والربط والرجوع للخلف ونزول المنحدرات وتثبيت الحمولة في ميدان المعهد، ثم "
            "300 كيلومتر على الطريق برفقة مدرب، مع تخطيط أوقات القيادة والراحة لكل رحلة.",
        ),
        (
            Text("Check and couple a combination safely", "فحص المركبة وربط المقطورة بأمان"),
            Text(
                "Reverse to a dock within ten centimetres", "الرجوع إلى الرصيف بدقة عشرة سنتيمترات"
            ),
            Text("Secure common loads by calculation", "تثبيت الأحمال الشائعة بالحساب"),
            Text("Plan driving and rest times", "تخطيط أوقات القيادة والراحة"),
        ),
        Text("Licensed drivers from 21 years", "السائقون المرخصون من سن 21 عامًا"),
        Text("A heavy vehicle licence", "رخصة قيادة نقل ثقيل"),
    ),
    DemoTraining(
        "FLM-301",
        "fleet-management",
        ADVANCED,
        40,
        3400,
        None,
        Text("Fleet Management", "إدارة الأساطيل"),
        Text(
            "Run vehicles at a known cost for each kilometre.",
            "تشغيل المركبات بتكلفة معلومة لكل كيلومتر.",
        ),
        Text(
            "Buying or leasing, maintenance plans, tyres, fuel, telematics and drivers, on the "
            "figures of a fleet of 140 trucks. Each candidate leaves with the cost model of a "
            "fleet of their own.",
            "الشراء أو التأجير وخطط الصيانة والإطارات والوقود وأنظمة التتبع والسائقون، بالاستناد "
            "إلى أرقام أسطول من 140 شاحنة. ويخرج كل متدرب بنموذج تكلفة لأسطوله.",
        ),
        (
            Text("Calculate cost per kilometre", "احتساب تكلفة الكيلومتر"),
            Text("Plan maintenance by use", "تخطيط الصيانة بحسب الاستخدام"),
            Text("Read telematics and act on them", "قراءة بيانات التتبع والتصرف بناءً عليها"),
        ),
        Text("Fleet and transport managers", "مديرو الأساطيل والنقل"),
        Text("Two years in transport", "خبرة سنتين في النقل"),
    ),
    DemoTraining(
        "ADR-210",
        "dg-road",
        INTERMEDIATE,
        28,
        1800,
        24,
        Text("Dangerous Goods by Road: Driver", "المواد الخطرة برًّا: السائق"),
        Text(
            "What the driver of a tanker or a packed load must know and be able to do.",
            "ما يجب أن يعرفه ويتقنه سائق الصهريج أو الحمولة المعبأة.",
        ),
        Text(
            "Classes and labels, vehicle equipment, papers, tunnels and parking, with a full day "
            "of exercises: a leaking valve, a brake fire, a casualty beside the vehicle.",
            "الفئات والملصقات وتجهيزات المركبة والمستندات والأنفاق والوقوف، مع يوم كامل من "
            "التمارين: صمام متسرب، وحريق في المكابح، ومصاب بجوار المركبة.",
        ),
        (
            Text("Read labels and transport papers", "قراءة الملصقات ومستندات النقل"),
            Text("Check the vehicle's equipment", "فحص تجهيزات المركبة"),
            Text(
                "Act after a leak, a fire or an accident", "التصرف عند التسرب أو الحريق أو الحادث"
            ),
        ),
        Text("Drivers of dangerous goods vehicles", "سائقو مركبات المواد الخطرة"),
        Text("A heavy vehicle licence", "رخصة قيادة نقل ثقيل"),
    ),
    DemoTraining(
        "RTP-220",
        "route-planning",
        INTERMEDIATE,
        20,
        1300,
        None,
        Text("Route Planning and Dispatch", "تخطيط المسارات والتوزيع"),
        Text(
            "More stops with fewer kilometres, and customers who know when you come.",
            "توقفات أكثر بكيلومترات أقل، وعملاء يعرفون موعد وصولك.",
        ),
        Text(
            "Candidates plan a city with 600 stops by hand, then with a planning tool, and explain "
            "the difference. Time windows, prayer times, truck bans and heat are part of it.",
            "يخطط المتدربون توزيعًا يضم 600 توقف في مدينة واحدة يدويًا ثم بأداة تخطيط، ويفسرون "
            "الفرق، مع مراعاة نوافذ التسليم وأوقات الصلاة ومنع الشاحنات وحرارة الجو.",
        ),
        (
            Text("Build routes within time windows", "بناء المسارات ضمن نوافذ التسليم"),
            Text("Dispatch and re-plan during the day", "التوزيع وإعادة التخطيط خلال اليوم"),
            Text("Measure the quality of a plan", "قياس جودة الخطة"),
        ),
        Text("Dispatchers and transport planners", "موظفو التوزيع ومخططو النقل"),
    ),
    DemoTraining(
        "DEF-105",
        "professional-driving",
        FOUNDATION,
        6,
        0,
        24,
        Text("Defensive Driving", "القيادة الوقائية"),
        Text(
            "See it early, keep the distance, get home. A free course for all drivers.",
            "انتبه مبكرًا، وحافظ على المسافة، وعُد سالمًا. دورة مجانية لجميع السائقين.",
        ),
        Text(
            "Speed and stopping distance, fatigue, phones, sand and camels on the road. The "
            "course is paid for by the institute's road safety fund.",
            "السرعة ومسافة التوقف والإرهاق والهاتف والرمال والإبل السائبة على الطريق. تتكفل "
            "بالدورة مبادرة المعهد للسلامة المرورية.",
        ),
        (
            Text("Judge speed and stopping distance", "تقدير السرعة ومسافة التوقف"),
            Text("Recognize fatigue in time", "التنبه للإرهاق قبل فوات الأوان"),
            Text("Drive in sand, rain and at night", "القيادة في الرمال والمطر والليل"),
        ),
        Text("All drivers", "جميع السائقين"),
    ),
    DemoTraining(
        "CHM-160",
        "dg-storage",
        INTERMEDIATE,
        16,
        1200,
        24,
        Text("Safe Storage of Chemicals", "التخزين الآمن للمواد الكيميائية"),
        Text(
            "What may stand beside what, and what must be ready if it leaks.",
            "ما يجوز تخزينه متجاورًا وما يجب تجهيزه عند التسرب.",
        ),
        Text(
            "Safety data sheets, storage classes, ventilation, spill kits and fire protection, "
            "with an inspection of a real chemical store and a report that could be handed to "
            "its owner.",
            "صحائف بيانات السلامة وفئات التخزين والتهوية وأطقم الانسكاب والحماية من الحريق، مع "
            "معاينة مستودع كيميائي حقيقي وإعداد تقرير يصلح لتسليمه إلى مالكه.",
        ),
        (
            Text("Read a safety data sheet", "قراءة صحيفة بيانات السلامة"),
            Text("Separate incompatible substances", "الفصل بين المواد غير المتوافقة"),
            Text("Contain a spill", "احتواء الانسكاب"),
        ),
        Text("Chemical store keepers and supervisors", "أمناء مستودعات الكيماويات ومشرفوها"),
    ),
    DemoTraining(
        "MMT-310",
        "multimodal",
        ADVANCED,
        30,
        2700,
        None,
        Text("Multimodal Transport Design", "تصميم النقل متعدد الوسائط"),
        Text(
            "Combine road, rail, sea and air so that the whole chain gains.",
            "الجمع بين البر والسكة والبحر والجو بما يفيد السلسلة كلها.",
        ),
        Text(
            "Candidates design the corridor of an exporter from Qassim to Rotterdam, compare four "
            "variants by time, cost, risk and emissions, and defend their choice before a panel.",
            "يصمم المتدربون مسار تصدير من القصيم إلى روتردام، ويقارنون أربعة بدائل من حيث الوقت "
            "والتكلفة والخطر والانبعاثات، ويدافعون عن اختيارهم أمام لجنة.",
        ),
        (
            Text("Compare corridors by total cost", "مقارنة الممرات بالتكلفة الكلية"),
            Text("Design transfers between modes", "تصميم نقاط التحويل بين الوسائط"),
            Text("Work out emissions per shipment", "احتساب انبعاثات الشحنة"),
        ),
        Text("Logistics managers and consultants", "مديرو الخدمات اللوجستية والمستشارون"),
        Text("Three years in logistics", "خبرة ثلاث سنوات في الخدمات اللوجستية"),
    ),
    DemoTraining(
        "AIR-120",
        "air-cargo",
        FOUNDATION,
        18,
        1150,
        None,
        Text("Air Cargo Handling", "مناولة الشحن الجوي"),
        Text(
            "Accept, build up and load cargo for a flight that leaves on time.",
            "قبول الشحنات وتجهيز الحاويات الجوية وتحميلها لرحلة تغادر في موعدها.",
        ),
        Text(
            "Air waybills, security, special cargo from flowers to falcons, and a day of build-up "
            "on real unit load devices.",
            "بوالص الشحن الجوي والأمن والشحنات الخاصة من الزهور إلى الصقور، مع يوم من التجهيز على "
            "وحدات تحميل جوية حقيقية.",
        ),
        (
            Text("Check an air waybill", "تدقيق بوليصة الشحن الجوي"),
            Text("Build up and secure a unit load device", "تجهيز وحدة التحميل وتثبيتها"),
            Text("Handle special cargo", "مناولة الشحنات الخاصة"),
        ),
        Text("New cargo terminal staff", "الموظفون الجدد في محطات الشحن الجوي"),
    ),
    DemoTraining(
        "RET-140",
        "returns",
        FOUNDATION,
        12,
        700,
        None,
        Text("Returns and Reverse Logistics", "المرتجعات واللوجستيات العكسية"),
        Text(
            "Turn what comes back into money again, quickly.",
            "تحويل ما يعود من البضائع إلى قيمة من جديد وبسرعة.",
        ),
        Text(
            "Receiving, grading, repair, resale and disposal, on the returns of an online "
            "fashion shop and an electronics retailer.",
            "الاستلام والتصنيف والإصلاح وإعادة البيع والتخلص، بالاستناد إلى مرتجعات متجر أزياء "
            "إلكتروني ومتجر أجهزة.",
        ),
        (
            Text("Grade returned goods consistently", "تصنيف المرتجعات بمعيار ثابت"),
            Text("Choose the best way onward", "اختيار المسار الأنسب لكل صنف"),
            Text("Find the causes of returns", "الكشف عن أسباب الإرجاع"),
        ),
        Text("Returns and e-commerce staff", "موظفو المرتجعات والتجارة الإلكترونية"),
    ),
)
