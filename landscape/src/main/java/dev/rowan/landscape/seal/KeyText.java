package dev.rowan.landscape.seal;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.rowan.api.Sha256;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.HexFormat;

/// Keys as text: PEM, or only its base64 line.
final class KeyText {
    static final String ED25519 = "Ed25519";
    private static final int ID_BYTES = 16;

    private KeyText() {}

    static String pem(String kind, byte[] der) {
        var base64 = Base64.getMimeEncoder(64, new byte[] {'\n'});
        return "-----BEGIN " + kind + "-----\n" + new String(base64.encode(der), US_ASCII) + "\n-----END " + kind
                + "-----\n";
    }

    /// Decodes the key in `text`. The error for an invalid key does not repeat the text.
    static byte[] der(String kind, String text) {
        String first = "-----BEGIN " + kind + "-----";
        String last = "-----END " + kind + "-----";
        String body = text.strip();
        if (body.startsWith(first) && body.endsWith(last)) {
            body = body.substring(first.length(), body.length() - last.length());
        }
        try {
            return Base64.getDecoder().decode(body.replaceAll("\\s", ""));
        } catch (IllegalArgumentException _) {
            throw new IllegalArgumentException("must hold an Ed25519 key as PEM, beginning with " + first
                    + ", or the line of base64 in it; `rowan keygen` makes a pair");
        }
    }

    /// The key's id.
    static String id(byte[] publicDer) {
        return HexFormat.of().formatHex(Sha256.create().digest(publicDer), 0, ID_BYTES);
    }

    static IllegalArgumentException wrong(String kind, GeneralSecurityException cause) {
        return new IllegalArgumentException(
                "must hold an Ed25519 " + kind + " key, found another or a damaged one; `rowan keygen` makes a pair",
                cause);
    }
}
