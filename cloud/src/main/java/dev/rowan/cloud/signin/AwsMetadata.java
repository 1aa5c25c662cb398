package dev.rowan.cloud.signin;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.api.IoMessages;
import dev.rowan.api.Time;
import dev.rowan.api.call.Credential;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.secret.Secret;
import dev.rowan.cloud.request.PercentEncoding;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Keys from the machine: the endpoint of a container (ECS, EKS), else the instance's metadata service (IMDSv2).
sealed interface AwsMetadata {

    /// The endpoint of a container, with its authorization, which a file may hold.
    record Container(URI uri, Optional<String> token, Optional<Path> tokenFile) implements AwsMetadata {}

    record Instance(URI service) implements AwsMetadata {}

    static AwsMetadata of(PluginSetup setup) throws PluginException {
        Optional<String> container = setup.environment("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI")
                .map(path -> "http://169.254.170.2" + path)
                .or(() -> setup.environment("AWS_CONTAINER_CREDENTIALS_FULL_URI"));
        if (container.isPresent()) {
            return new Container(
                    uri("the container's credentials endpoint", container.get()),
                    setup.environment("AWS_CONTAINER_AUTHORIZATION_TOKEN"),
                    setup.environment("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE").map(Path::of));
        }
        if (setup.environment("AWS_EC2_METADATA_DISABLED")
                .filter("true"::equalsIgnoreCase)
                .isPresent()) {
            throw new PluginException("no AWS credentials: set 'access_key_id' and 'secret_access_key', 'profile',"
                    + " AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or 'anonymous: true' for public objects"
                    + " (AWS_EC2_METADATA_DISABLED is set)");
        }
        String service = setup.environment("AWS_EC2_METADATA_SERVICE_ENDPOINT").orElse("http://169.254.169.254");
        return new Instance(uri("AWS_EC2_METADATA_SERVICE_ENDPOINT", service));
    }

    private static URI uri(String what, String text) throws PluginException {
        try {
            URI uri = URI.create(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
            if (uri.getHost() != null) {
                return uri;
            }
        } catch (IllegalArgumentException _) {
            // below
        }
        throw new PluginException(what + " must be an address, got '" + text + "'");
    }

    default CredentialsProvider<AwsCredentials> signIn(Time time) {
        return switch (this) {
            case Container container ->
                new CredentialsProvider<>("container endpoint", () -> issued(container, time), time);
            case Instance instance ->
                new CredentialsProvider<>("instance metadata", () -> issued(instance, time), time);
        };
    }

    private static CredentialsProvider.Issued<AwsCredentials> issued(Container container, Time time)
            throws PluginException {
        var service = new TokenService("the container's credentials endpoint", time);
        Optional<String> authorization = container.tokenFile().isPresent()
                ? Optional.of(line(container.tokenFile().get()))
                : container.token();
        List<Credential> credentials = authorization.stream()
                .map(text -> Credential.header(
                        container.uri().getHost(), "Authorization", Secret.of("container authorization token", text)))
                .toList();
        Payload body = service.metadata(TokenService.get(container.uri(), Headers.none(), credentials));
        return issued(CredentialResponse.parse(service.what(), body));
    }

    static String line(Path file) throws PluginException {
        try {
            return Files.readString(file, UTF_8).strip();
        } catch (IOException e) {
            throw new PluginException(file + " cannot be read: " + IoMessages.reason(e), e);
        }
    }

    private static CredentialsProvider.Issued<AwsCredentials> issued(Instance instance, Time time)
            throws PluginException {
        var service = new TokenService("the instance's metadata service", time);
        URI root = instance.service();
        try {
            String session = service.metadata(TokenService.put(
                            URI.create(root + "/latest/api/token"),
                            Headers.of("X-aws-ec2-metadata-token-ttl-seconds", "300")))
                    .asText()
                    .strip();
            List<Credential> token = List.of(
                    Credential.header(root.getHost(), "X-aws-ec2-metadata-token", Secret.of(service.what(), session)));
            URI roles = URI.create(root + "/latest/meta-data/iam/security-credentials/");
            String role = service.metadata(TokenService.get(roles, Headers.none(), token))
                    .asText()
                    .lines()
                    .findFirst()
                    .orElse("")
                    .strip();
            URI uri = roles.resolve(PercentEncoding.value(role));
            return issued(CredentialResponse.parse(
                    service.what(), service.metadata(TokenService.get(uri, Headers.none(), token))));
        } catch (PluginException e) {
            throw new PluginException(
                    "no AWS credentials: neither settings, environment, profile nor container have any, and "
                            + e.getMessage() + "; set 'access_key_id' and 'secret_access_key', 'profile', or"
                            + " 'anonymous: true' for public objects",
                    e);
        } catch (IllegalArgumentException e) {
            throw new PluginException(service.what() + " must give a token in one line");
        }
    }

    private static CredentialsProvider.Issued<AwsCredentials> issued(CredentialResponse json) throws PluginException {
        return new CredentialsProvider.Issued<>(keys(json, "Token"), json.instant("Expiration"));
    }

    /// The keys in a reply; the name of the token differs.
    static AwsCredentials keys(CredentialResponse json, String token) throws PluginException {
        return new AwsCredentials(
                json.find("AccessKeyId")
                        .orElseThrow(() -> new PluginException(json.what() + " must give 'AccessKeyId'")),
                json.secret("SecretAccessKey"),
                json.find(token).isPresent() ? Optional.of(json.secret(token)) : Optional.empty());
    }
}
