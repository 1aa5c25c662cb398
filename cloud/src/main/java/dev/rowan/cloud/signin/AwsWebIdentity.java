package dev.rowan.cloud.signin;

import dev.rowan.api.Time;
import dev.rowan.api.call.Wire;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.secret.Secret;
import dev.rowan.cloud.request.XmlReply;
import java.net.URI;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.XMLStreamException;

/// Keys of a role for the token in a file, as in Kubernetes, by a request to AWS STS that needs no signature.
record AwsWebIdentity(Wire wire, URI service, String role, String session, Path tokenFile) {
    private static final String WHAT = "AWS STS (web identity)";

    static AwsWebIdentity of(PluginSetup setup) throws PluginException {
        String region = setup.environment("AWS_REGION")
                .or(() -> setup.environment("AWS_DEFAULT_REGION"))
                .orElse("us-east-1");
        return new AwsWebIdentity(
                setup.wire(),
                URI.create(setup.environment("AWS_ENDPOINT_URL_STS")
                        .orElse("https://sts." + region + ".amazonaws.com" + (region.startsWith("cn-") ? ".cn" : ""))),
                setup.environment("AWS_ROLE_ARN").orElseThrow(),
                setup.environment("AWS_ROLE_SESSION_NAME").orElse("rowan"),
                Path.of(setup.environment("AWS_WEB_IDENTITY_TOKEN_FILE").orElseThrow()));
    }

    CredentialsProvider<AwsCredentials> signIn(Time time) {
        return new CredentialsProvider<>("web identity, role " + role, () -> issued(time), time);
    }

    private CredentialsProvider.Issued<AwsCredentials> issued(Time time) throws PluginException {
        var request = TokenService.post(
                service.resolve("/"),
                Map.of(
                        "Action",
                        "AssumeRoleWithWebIdentity",
                        "Version",
                        "2011-06-15",
                        "RoleArn",
                        role,
                        "RoleSessionName",
                        session,
                        "WebIdentityToken",
                        AwsMetadata.line(tokenFile)));
        try {
            XmlReply reply = XmlReply.parse(new TokenService(WHAT, time).request(wire, request), "");
            var keys = new AwsCredentials(
                    field(reply, "AccessKeyId"),
                    Secret.of(WHAT, field(reply, "SecretAccessKey")),
                    Optional.of(Secret.of(WHAT, field(reply, "SessionToken"))));
            return new CredentialsProvider.Issued<>(keys, Optional.of(Instant.parse(field(reply, "Expiration"))));
        } catch (XMLStreamException | DateTimeException | IllegalArgumentException _) {
            throw new PluginException(WHAT + " gave a reply that cannot be read");
        }
    }

    private static String field(XmlReply reply, String name) throws PluginException {
        return reply.find(name).orElseThrow(() -> new PluginException(WHAT + " must give '" + name + "'"));
    }
}
