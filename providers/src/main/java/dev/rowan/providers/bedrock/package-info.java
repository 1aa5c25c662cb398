/// Models on AWS Bedrock.
@NullMarked
package dev.rowan.providers.bedrock;

import org.jspecify.annotations.NullMarked;
