/// The feeds that are built into the program, as the texts of their files in Feeds/.
package enum Feeds {
    /// By name, in the order in which they are listed.
    package static let all: [(name: String, text: [UInt8])] = [
        ("canonical", PackageResources.canonical_yaml),
        ("abc-debit", PackageResources.abc_debit_yaml),
        ("alipay", PackageResources.alipay_yaml),
        ("birmingham", PackageResources.birmingham_yaml),
        ("bocom-credit", PackageResources.bocom_credit_yaml),
        ("carddemo", PackageResources.carddemo_yaml),
        ("cgb-credit", PackageResources.cgb_credit_yaml),
        ("icbc-credit", PackageResources.icbc_credit_yaml),
        ("wechat", PackageResources.wechat_yaml),
    ]
}
