//! The network: there is none but this machine's own name, and nobody listens.

use super::{Answer, Jvm, Table, nothing, null, zero};
use machine::Value;

pub(super) const TABLE: Table = &[
    ("java/net/InetAddress.init()V", nothing),
    ("java/net/InetAddress.isIPv4Available()Z", super::one),
    ("java/net/InetAddress.isIPv6Supported()Z", zero),
    ("java/net/InetAddressImplFactory.isIPv6Supported()Z", zero),
    ("java/net/Inet4Address.init()V", nothing),
    ("java/net/Inet6Address.init()V", nothing),
    ("java/net/Inet4AddressImpl.getLocalHostName()Ljava/lang/String;", host_name),
    ("java/net/Inet6AddressImpl.getLocalHostName()Ljava/lang/String;", host_name),
    (
        "java/net/Inet4AddressImpl.lookupAllHostAddr(Ljava/lang/String;)[Ljava/net/InetAddress;",
        look_up,
    ),
    ("java/net/Inet4AddressImpl.getHostByAddr([B)Ljava/lang/String;", unknown_address),
    ("java/net/Inet4AddressImpl.isReachable0([BI[BI)Z", nobody_there),
    ("java/net/NetworkInterface.init()V", nothing),
    ("java/net/NetworkInterface.getAll()[Ljava/net/NetworkInterface;", none),
    ("java/net/NetworkInterface.getByName0(Ljava/lang/String;)Ljava/net/NetworkInterface;", none),
    ("sun/nio/ch/Net.isIPv6Available0()Z", zero),
    ("sun/nio/ch/Net.isExclusiveBindAvailable()I", |_, _| super::values::int(-1)),
    ("sun/nio/ch/Net.isReusePortAvailable0()Z", zero),
    ("sun/nio/ch/Net.shouldSetBothIPv4AndIPv6Options0()Z", zero),
    ("sun/nio/ch/Net.canIPv6SocketJoinIPv4Group0()Z", zero),
    ("sun/nio/ch/Net.canJoin6WithIPv4Group0()Z", zero),
    ("sun/nio/ch/Net.canUseIPv6OptionsWithIPv4LocalAddress0()Z", zero),
    ("sun/nio/ch/Net.pollinValue()S", |_, _| super::values::int(1)),
    ("sun/nio/ch/Net.polloutValue()S", |_, _| super::values::int(4)),
    ("sun/nio/ch/Net.pollerrValue()S", |_, _| super::values::int(8)),
    ("sun/nio/ch/Net.pollhupValue()S", |_, _| super::values::int(16)),
    ("sun/nio/ch/Net.pollnvalValue()S", |_, _| super::values::int(32)),
    ("sun/nio/ch/Net.pollconnValue()S", |_, _| super::values::int(4)),
    ("sun/nio/ch/Net.socket0(ZZZZ)I", unreachable),
];

fn host_name(jvm: &mut Jvm<'_>, _: &[Value]) -> Answer {
    jvm.shared.go_outside();
    jvm.new_string("localhost").map(Some)
}

/// Only this machine's own name has an address.
fn look_up(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let name = jvm.text_of(arguments, 1)?;
    if name != "localhost" {
        jvm.shared.go_outside();
        let message = format!("{name}: Name or service not known");
        return Err(jvm.throw("java/net/UnknownHostException", Some(&message)));
    }
    let host = jvm.new_string("localhost")?;
    let bytes = jvm.byte_array(&[127, 0, 0, 1])?;
    let address =
        jvm.construct("java/net/Inet4Address", "<init>(Ljava/lang/String;[B)V", &[host, bytes])?;
    jvm.references("[Ljava/net/InetAddress;", &[address]).map(Some)
}

fn unknown_address(jvm: &mut Jvm<'_>, _: &[Value]) -> Answer {
    jvm.shared.go_outside();
    Err(jvm.throw("java/net/UnknownHostException", None))
}

/// A socket cannot even be made; what the library says of a network that is down fits best.
fn unreachable(jvm: &mut Jvm<'_>, _: &[Value]) -> Answer {
    jvm.shared.go_outside();
    Err(jvm.throw("java/net/SocketException", Some("Network is unreachable")))
}

fn nobody_there(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    jvm.shared.go_outside();
    zero(jvm, arguments)
}

fn none(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    jvm.shared.go_outside();
    null(jvm, arguments)
}
