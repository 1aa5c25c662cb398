package dev.rowan.api.call;

import dev.rowan.api.secret.Secret;
import java.util.List;

/// Validates request headers, so that no value can inject another header or request.
final class HeaderRules {
    private static final String NAME_SIGNS = "!#$%&'*+-.^_`|~";

    /// Set only by the client: they frame the message.
    private static final List<String> RESERVED = List.of(
            "connection",
            "content-length",
            "cookie",
            "expect",
            "host",
            "keep-alive",
            "proxy-authorization",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade");

    private HeaderRules() {}

    static void check(String name, String value) {
        checkName(name);
        if (!isVisible(value)) {
            throw new IllegalArgumentException("header " + name + " must be printable ASCII");
        }
    }

    static void check(String name, Secret secret) {
        checkName(name);
        if (!isVisible(secret.inClear())) {
            throw new IllegalArgumentException(secret.origin() + " must be printable ASCII to be sent in a header");
        }
    }

    static boolean isName(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (!isNameSign(name.charAt(i))) {
                return false;
            }
        }
        return !name.isEmpty();
    }

    private static void checkName(String name) {
        if (!isName(name)) {
            throw new IllegalArgumentException(
                    "a header name must consist of letters, digits and hyphens, got '" + name + "'");
        }
        if (isReserved(name)) {
            throw new IllegalArgumentException("header " + name + " is set by the client");
        }
    }

    private static boolean isReserved(String name) {
        for (String reserved : RESERVED) {
            if (reserved.equalsIgnoreCase(name)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isNameSign(int c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || NAME_SIGNS.indexOf(c) >= 0;
    }

    private static boolean isVisible(String value) {
        for (int i = 0; i < value.length(); i++) {
            if (value.charAt(i) < ' ' || value.charAt(i) > '~') {
                return false;
            }
        }
        return true;
    }
}
