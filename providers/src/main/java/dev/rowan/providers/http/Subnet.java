package dev.rowan.providers.http;

import java.net.InetAddress;
import java.util.Optional;

/// A range of addresses such as `10.0.0.0/8`, or one address.
record Subnet(InetAddress first, int bits) {

    /// Parses a range; empty if `text` is not one.
    static Optional<Subnet> parse(String text) {
        int slash = text.indexOf('/');
        try {
            InetAddress first = InetAddress.ofLiteral(slash < 0 ? text : text.substring(0, slash));
            int all = first.getAddress().length * Byte.SIZE;
            int bits = slash < 0 ? all : Integer.parseInt(text.substring(slash + 1));
            return bits >= 0 && bits <= all ? Optional.of(new Subnet(first, bits)) : Optional.empty();
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    static Subnet of(String text) {
        return parse(text).orElseThrow(() -> new IllegalArgumentException("not a range of addresses: " + text));
    }

    boolean contains(InetAddress address) {
        byte[] mine = first.getAddress();
        byte[] other = address.getAddress();
        if (mine.length != other.length) {
            return false;
        }
        int left = bits;
        for (int i = 0; i < mine.length && left > 0; i++, left -= Byte.SIZE) {
            int mask = left >= Byte.SIZE ? 0xff : 0xff << (Byte.SIZE - left);
            if (((mine[i] ^ other[i]) & mask) != 0) {
                return false;
            }
        }
        return true;
    }
}
