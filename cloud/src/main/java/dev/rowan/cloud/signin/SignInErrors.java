package dev.rowan.cloud.signin;

import dev.rowan.api.call.Payload;
import dev.rowan.api.call.WireReply;
import dev.rowan.cloud.request.XmlReply;
import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.XMLStreamException;

/// Why a service refused to issue a credential, and what to do. Of its reply only the error code is repeated.
final class SignInErrors {
    private static final int MAX_LENGTH = 100;

    private SignInErrors() {}

    static String message(WireReply.Complete reply) {
        Optional<String> code = code(reply.body());
        return "refused to sign in (" + reply.status()
                + code.map(word -> " " + word).orElse("") + "); "
                + code.map(SignInErrors::hint).orElse("check its settings and permissions");
    }

    private static String hint(String code) {
        return switch (code) {
            case "ExpiredTokenException", "ExpiredToken", "AADSTS700024" ->
                "the identity token has expired: renew its file, then run or resume";
            case "AADSTS7000222" -> "the client secret has expired: create a new one, then run or resume";
            case "AADSTS7000215" -> "the client secret is wrong: use its value, not its id";
            case "AADSTS700016" -> "the tenant has no such application: check 'client_id' and 'tenant_id'";
            case "AADSTS90002" -> "there is no such tenant: check 'tenant_id'";
            case "invalid_grant" ->
                "the key or login has expired or was revoked, or the clock of this machine is wrong: sign in again or"
                        + " create a new key, then run or resume";
            case "AccessDenied" -> "the trust policy of the role must allow this identity";
            case "InvalidIdentityToken" -> "the role's identity provider does not accept the token: check both";
            default -> "check its settings and permissions";
        };
    }

    /// The code in a reply of OAuth, Entra ID or AWS, in JSON or XML.
    private static Optional<String> code(Payload body) {
        return json(body)
                .or(() -> xml(body))
                .filter(code -> code.length() <= MAX_LENGTH
                        && code.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '_' || c == '-'));
    }

    private static Optional<String> json(Payload body) {
        try {
            if (!(RowJson.readValue(body.bytes()) instanceof Map<?, ?> reply)) {
                return Optional.empty();
            }
            if (reply.get("error_codes") instanceof List<?> codes && !codes.isEmpty()) {
                return Optional.of("AADSTS" + codes.getFirst());
            }
            return switch (reply.get("error")) {
                case String code -> Optional.of(code);
                case Map<?, ?> error when error.get("status") instanceof String status -> Optional.of(status);
                case null, default -> Optional.empty();
            };
        } catch (JsonException _) {
            return Optional.empty();
        }
    }

    private static Optional<String> xml(Payload body) {
        try {
            return XmlReply.parse(body, "").find("Code");
        } catch (XMLStreamException _) {
            return Optional.empty();
        }
    }
}
