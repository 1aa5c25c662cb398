package dev.rowan.providers.llm;

import dev.rowan.api.call.RequestSigner;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.secret.Secret;
import dev.rowan.cloud.signin.AwsSignIn;
import dev.rowan.providers.bucket.BatchBucket;
import dev.rowan.providers.bucket.BucketAddress;
import dev.rowan.providers.chat.ChatEndpoint;
import dev.rowan.providers.chat.ExtraHeaders;
import dev.rowan.providers.http.Hosts;
import dev.rowan.providers.service.IdentitySigner;
import dev.rowan.providers.service.ServiceAccess;
import java.net.URI;
import java.util.Optional;

/// Access to the bucket of a model's batches. At the simulator, and at localhost, the storage is below the model's
/// address and has its key.
record BucketAccess(ModelTarget target) {
    private static final String GOOGLE = "https://storage.googleapis.com/";

    /// The bucket; empty if none is configured. `model` is the access to the model itself.
    Optional<BatchBucket> find(ServiceAccess model, PluginSetup setup) throws PluginException, InterruptedException {
        Optional<BucketAddress> address = target.batchFiles().bucket();
        if (address.isEmpty()) {
            return Optional.empty();
        }
        boolean isLocal = model.simulated() || Hosts.isLoopback(model.base().getHost());
        return Optional.of(new BatchBucket(
                address.get(), isLocal ? local(address.get(), model, setup) : cloud(address.get(), model, setup)));
    }

    private ChatEndpoint local(BucketAddress address, ServiceAccess model, PluginSetup setup)
            throws PluginException, InterruptedException {
        URI base = model.simulated() ? target.name().provider().atSimulator(model.base()) : model.base();
        URI at = URI.create(base.toString().replaceAll("/+$", "") + "/" + address.scheme() + "/" + address.bucket());
        boolean isSigned = model.signer() instanceof IdentitySigner.Aws;
        return endpoint(at, model.key(), isSigned ? aws(model, setup) : model.signer());
    }

    private ChatEndpoint cloud(BucketAddress address, ServiceAccess model, PluginSetup setup)
            throws PluginException, InterruptedException {
        if (target.name().provider() == NativeProvider.VERTEX) {
            return endpoint(URI.create(GOOGLE + address.bucket()), model.key(), model.signer());
        }
        IdentitySigner.S3 signer = aws(model, setup);
        String host = "s3." + signer.region() + ".amazonaws.com";
        Optional<String> other = setup.environment("AWS_ENDPOINT_URL_S3");
        boolean isInPath = address.bucket().contains(".");
        String root = other.map(text -> text.replaceAll("/+$", "") + "/" + address.bucket())
                .orElse(
                        isInPath
                                ? "https://" + host + "/" + address.bucket()
                                : "https://" + address.bucket() + "." + host);
        try {
            return endpoint(URI.create(root), IdentitySigner.PLACEHOLDER, signer);
        } catch (IllegalArgumentException odd) {
            throw new PluginException("AWS_ENDPOINT_URL_S3 must be an address, got '" + other.orElse("") + "'", odd);
        }
    }

    /// S3 takes no bearer keys: AWS' usual credentials are used beside one.
    private IdentitySigner.S3 aws(ServiceAccess model, PluginSetup setup) throws PluginException, InterruptedException {
        if (model.signer() instanceof IdentitySigner.Aws(var keys, var _, var region, var time)) {
            return new IdentitySigner.S3(keys, region, time);
        }
        String region = new IdentityAccess(target).awsRegion(setup, Optional.of(model.base()));
        return new IdentitySigner.S3(AwsSignIn.OF_ENVIRONMENT.choose(setup), region, setup.time());
    }

    private ChatEndpoint endpoint(URI base, Secret key, RequestSigner signer) {
        return new ChatEndpoint(base, key, Optional.empty(), target.timeout(), ExtraHeaders.NONE, signer);
    }
}
