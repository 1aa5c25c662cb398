package dev.rowan.engine.startup;

import java.util.regex.Pattern;

/// Removes user and password from the URLs in a text, so that it may be recorded.
final class UrlCredentials {
    private static final Pattern LOGIN = Pattern.compile("://[^\\s\"']*@");
    private static final Pattern PASSWORD = Pattern.compile("(?i)([?&]password=)[^&\\s\"']*");

    private UrlCredentials() {}

    static String removedFrom(String text) {
        return PASSWORD.matcher(LOGIN.matcher(text).replaceAll("://***@")).replaceAll("$1***");
    }
}
