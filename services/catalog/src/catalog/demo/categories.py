"""The demo's categories: eight main ones with their subcategories.

Each is (slug, English name, Arabic name); a main category also has its icon, its description in
both languages and its subcategories.
"""

from typing import NamedTuple


class Sub(NamedTuple):
    """A subcategory."""

    slug: str
    name_en: str
    name_ar: str


class Main(NamedTuple):
    """A main category."""

    slug: str
    name_en: str
    name_ar: str
    icon: str
    description_en: str
    description_ar: str
    children: tuple[Sub, ...]


CATEGORIES = (
    Main(
        "warehousing",
        "Warehousing and Inventory",
        "المستودعات والمخزون",
        "warehouse",
        "Receiving, storing, picking and counting goods, safely and without losses.",
        "استلام البضائع وتخزينها وتجهيزها وجردها بأمان ودون فاقد.",
        (
            Sub("warehouse-operations", "Warehouse operations", "عمليات المستودعات"),
            Sub("inventory-control", "Inventory control", "ضبط المخزون"),
            Sub("material-handling", "Material handling equipment", "معدات مناولة المواد"),
            Sub("warehouse-systems", "Warehouse systems", "أنظمة إدارة المستودعات"),
        ),
    ),
    Main(
        "road-transport",
        "Road Transport and Fleet",
        "النقل البري والأساطيل",
        "local_shipping",
        "Professional driving, and managing vehicles and routes.",
        "القيادة المهنية وإدارة المركبات والمسارات التي تقوم عليها.",
        (
            Sub("professional-driving", "Professional driving", "القيادة المهنية"),
            Sub("fleet-management", "Fleet management", "إدارة الأساطيل"),
            Sub("route-planning", "Route planning", "تخطيط المسارات"),
        ),
    ),
    Main(
        "dangerous-goods",
        "Dangerous Goods",
        "المواد الخطرة",
        "warning",
        "Classifying, packing, marking and moving dangerous goods.",
        "تصنيف المواد القابلة للاشتعال أو التآكل أو الانفجار وتعبئتها ووسمها ونقلها.",
        (
            Sub("dg-road", "Dangerous goods by road", "المواد الخطرة برًّا"),
            Sub("dg-air", "Dangerous goods by air", "المواد الخطرة جوًّا"),
            Sub("dg-sea", "Dangerous goods by sea", "المواد الخطرة بحرًا"),
            Sub("dg-storage", "Storage of chemicals", "تخزين المواد الكيميائية"),
        ),
    ),
    Main(
        "customs-trade",
        "Customs and Trade",
        "الجمارك والتجارة",
        "gavel",
        "Declarations, tariff codes, origin and the papers that let goods cross a border.",
        "البيانات الجمركية وبنود التعرفة والمنشأ والمستندات التي تعبر بها البضائع الحدود.",
        (
            Sub("customs-clearance", "Customs clearance", "التخليص الجمركي"),
            Sub("tariff-classification", "Tariff classification", "التصنيف الجمركي"),
            Sub("trade-documents", "Trade documents", "مستندات التجارة الدولية"),
        ),
    ),
    Main(
        "ports-maritime",
        "Ports and Maritime",
        "الموانئ والنقل البحري",
        "directions_boat",
        "Work on the quay, in the yard and in the shipping agency.",
        "العمل على الرصيف وفي ساحات الحاويات وفي الوكالات البحرية.",
        (
            Sub("terminal-operations", "Terminal operations", "عمليات محطات الحاويات"),
            Sub("port-equipment", "Port equipment", "معدات الموانئ"),
            Sub("shipping-agency", "Shipping agency", "الوكالات البحرية"),
        ),
    ),
    Main(
        "freight-air",
        "Freight and Air Cargo",
        "الشحن والشحن الجوي",
        "flight_takeoff",
        "Arranging transport by several modes, and handling air cargo.",
        "ترتيب النقل عبر وسائطه المختلفة ومناولة الشحنات الجوية.",
        (
            Sub("freight-forwarding", "Freight forwarding", "شحن البضائع"),
            Sub("air-cargo", "Air cargo", "الشحن الجوي"),
            Sub("multimodal", "Multimodal transport", "النقل متعدد الوسائط"),
        ),
    ),
    Main(
        "supply-chain",
        "Supply Chain and Procurement",
        "سلاسل الإمداد والمشتريات",
        "hub",
        "Planning demand, purchasing and managing suppliers.",
        "تخطيط الطلب والشراء الرشيد وضمان التزام الموردين.",
        (
            Sub("procurement", "Procurement", "المشتريات"),
            Sub("demand-planning", "Demand planning", "تخطيط الطلب"),
            Sub("supply-chain-management", "Supply chain management", "إدارة سلاسل الإمداد"),
        ),
    ),
    Main(
        "delivery-cold-chain",
        "Delivery and Cold Chain",
        "التوصيل وسلسلة التبريد",
        "ac_unit",
        "Last-mile delivery, and goods that must stay cold throughout.",
        "الكيلومتر الأخير إلى العميل، والبضائع التي يجب أن تبقى مبردة طوال الطريق.",
        (
            Sub("last-mile", "Last-mile delivery", "توصيل الميل الأخير"),
            Sub("cold-chain", "Cold chain", "سلسلة التبريد"),
            Sub("logistics-safety", "Logistics safety", "السلامة في الخدمات اللوجستية"),
            Sub("returns", "Returns and reverse logistics", "المرتجعات واللوجستيات العكسية"),
        ),
    ),
)
