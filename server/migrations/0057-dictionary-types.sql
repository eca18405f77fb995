-- Types whose entries nothing ever offered; no record carries a code of theirs.
DELETE FROM dictionary_entry WHERE type IN ('evidencePurpose', 'executingInstitution', 'lawyerField');
DELETE FROM dictionary_type WHERE type IN ('evidencePurpose', 'executingInstitution', 'lawyerField');
